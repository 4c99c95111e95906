import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { unsureZone } from "../../../../edge/verdicts/ocr/gates.ts";
import { readZoneRows, type ZoneReading } from "../../../../inference/pipelines/document/zone/zone.ts";
import { renderForeignBand } from "../../../material/documents/zones/foreign-band.ts";
import { between, type Random } from "../../../material/random.ts";
import { wilson, withInterval } from "../../report/figures.ts";
import type { Part, Workbench } from "../../workbench.ts";
import { CONDITIONS, type Conditions, photographBand } from "./photos.ts";
import { numberOf } from "./zones.ts";

const FIRST_SEED = 4_000_000;

/**
 * Zones of letters and layouts that the reader was not taught: fonts of DATA/ocr-b, each zone another
 * document's.
 */
export const foreign: Part = {
  summary: "DATA/ocr-b: degraded zones in these fonts, of layouts that the reader was not taught",
  flags: { foreign: [100, "zones for each font"] },
  async run(workbench) {
    const folder = join(workbench.data ?? "", "ocr-b");
    const count = workbench.count("foreign");
    if (workbench.data === undefined || count === 0 || !existsSync(folder)) return [];
    const rows: (string | number)[][] = [];
    const files = readdirSync(folder).filter((name) => /\.(ttf|otf)$/i.test(name));
    for (const [n, file] of files.sort().entries()) {
      const read = await readForeign(workbench, join(folder, file), FIRST_SEED + n * 10_000, count);
      rows.push([`${count} in ${basename(file)}`, ...figures(read)]);
    }
    return [
      { heading: "Zones of letters that were not taught", text: TEXT, table: { columns: COLUMNS, rows } },
    ];
  },
};

const TEXT = `Degraded as in the table of generated zones, some after a phone's own smoothing; letters closer and further
apart, narrower, bolder, finer, slanted, a third of them in whole dots. Whole is every character of every line.`;

const COLUMNS = [
  "zones",
  "whole",
  "all checks valid",
  "not whole, yet all valid; of these past `mrz_confidence`",
  "number wrong, yet past it",
  "whole, yet refused",
];

interface ForeignReading {
  readonly truth: readonly string[];
  readonly zone: ZoneReading | undefined;
}

async function readForeign(
  { pack, progress }: Workbench,
  file: string,
  firstSeed: number,
  count: number,
): Promise<ForeignReading[]> {
  const read: ForeignReading[] = [];
  for (let n = 0; n < count; n++) {
    const draw = (seed: number, random: Random) => renderForeignBand(seed, random, { file });
    const photo = await photographBand(firstSeed + n, draw, degraded);
    const zone = await readZoneRows(pack.net("mrz_recognition"), photo.raster, photo.rows);
    read.push({ truth: photo.mrz, zone });
    progress(n + 1, count, basename(file));
  }
  return read;
}

/** As the generated zones are, half of them by phones that smooth and sharpen. */
const degraded = (random: Random): Conditions => ({
  ...CONDITIONS.degraded!(random),
  perspective: 0.01,
  processing: random() < 0.5 ? between(random, 0.3, 1) : 0,
});

function figures(read: readonly ForeignReading[]): (string | number)[] {
  const each = read.map(({ truth, zone }) => {
    const text = zone?.lines.map((line) => line.text) ?? [];
    const isWhole = text.join() === truth.join();
    const isValid = zone?.checks.every(({ valid }) => valid) ?? false;
    const passes = isValid && unsureZone(zone!) === null;
    const isNumberRight = zone !== undefined && numberOf(text) === numberOf(truth);
    return { isWhole, isValid, passes, isNumberRight };
  });
  const count = (is: (one: (typeof each)[number]) => boolean) => each.filter(is).length;
  const whole = count(({ isWhole }) => isWhole);
  const faulty = count(({ isWhole, isValid }) => !isWhole && isValid);
  return [
    withInterval(whole / read.length, wilson(whole, read.length)),
    count(({ isValid }) => isValid),
    `${faulty}; ${count(({ isWhole, passes }) => !isWhole && passes)}`,
    count(({ isNumberRight, passes }) => !isNumberRight && passes),
    count(({ isWhole, passes }) => isWhole && !passes),
  ];
}
