import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { unsureMrz } from "../../../../edge/verdicts/ocr/gates.ts";
import { type MrzReading, readMrzRows } from "../../../../inference/pipelines/document/mrz/mrz.ts";
import { renderForeignBand } from "../../../material/documents/mrz/foreign-band.ts";
import { between, type Random } from "../../../material/random.ts";
import { wilson, withInterval } from "../../report/figures.ts";
import type { Part, Workbench } from "../../workbench.ts";
import { numberOf } from "./mrz.ts";
import { CONDITIONS, type Conditions, photographBand } from "./photos.ts";

const FIRST_SEED = 4_000_000;

/**
 * MRZs of letters and layouts that the reader was not taught: fonts of DATA/ocr-b, each MRZ another
 * document's.
 */
export const foreign: Part = {
  summary: "DATA/ocr-b: degraded MRZs in these fonts, of layouts that the reader was not taught",
  flags: { foreign: [100, "MRZs for each font"] },
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
      { heading: "MRZs of letters that were not taught", text: TEXT, table: { columns: COLUMNS, rows } },
    ];
  },
};

const TEXT = `Degraded as in the table of generated MRZs, some after a phone's own smoothing; letters closer and further
apart, narrower, bolder, finer, slanted, a third of them in whole dots. Whole is every character of every line.`;

const COLUMNS = [
  "mrz",
  "whole",
  "all checks valid",
  "not whole, yet all valid; of these past `mrz_confidence`",
  "number wrong, yet past it",
  "whole, yet refused",
];

interface ForeignReading {
  readonly truth: readonly string[];
  readonly mrz: MrzReading | undefined;
}

async function readForeign(
  { bundle, progress }: Workbench,
  file: string,
  firstSeed: number,
  count: number,
): Promise<ForeignReading[]> {
  const read: ForeignReading[] = [];
  for (let n = 0; n < count; n++) {
    const draw = (seed: number, random: Random) => renderForeignBand(seed, random, { file });
    const photo = await photographBand(firstSeed + n, draw, degraded);
    const mrz = await readMrzRows(bundle.model("mrz_recognition"), photo.raster, photo.rows);
    read.push({ truth: photo.mrz, mrz });
    progress(n + 1, count, basename(file));
  }
  return read;
}

/** As the generated MRZs are, half of them by phones that smooth and sharpen. */
const degraded = (random: Random): Conditions => ({
  ...CONDITIONS.degraded!(random),
  perspective: 0.01,
  processing: random() < 0.5 ? between(random, 0.3, 1) : 0,
});

function figures(read: readonly ForeignReading[]): (string | number)[] {
  const each = read.map(({ truth, mrz }) => {
    const text = mrz?.lines.map((line) => line.text) ?? [];
    const isWhole = text.join() === truth.join();
    const isValid = mrz?.checks.every(({ valid }) => valid) ?? false;
    const passes = isValid && unsureMrz(mrz!) === null;
    const isNumberRight = mrz !== undefined && numberOf(text) === numberOf(truth);
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
