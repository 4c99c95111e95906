import sharp from "sharp";
import { CONFIDENT } from "../../../edge/verdicts/fraud/check.ts";
import { flattening, type Quad, quadSize } from "../../../inference/geometry/quad.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import type { Raster } from "../../../inference/imaging/raster.ts";
import { warp } from "../../../inference/imaging/warp.ts";
import type { OpenPack } from "../../../inference/pack/open.ts";
import { type ReadZone, readZoneRows } from "../../../inference/pipelines/document-zone.ts";
import { type CaptureOptions, captureDocument } from "../../material/capture.ts";
import { between, type Random, seededRandom } from "../../material/random.ts";
import { renderZoneBand } from "../../material/zone-band.ts";
import { percent } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import { editDistance } from "./edit-distance.ts";
import { readWithTesseract } from "./tesseract.ts";

type Conditions = Omit<CaptureOptions, "seed">;

/** How a zone is photographed; the long side is that of a photo that the document fills to four fifths. */
const CONDITIONS: Readonly<Record<string, (random: Random) => Conditions>> = {
  clean: () => ({ longSide: 1600, perspective: 0.004 }),
  degraded: (random) => ({
    longSide: Math.round(between(random, 800, 1280)),
    perspective: 0.006,
    rotation: between(random, -4, 4),
    blur: between(random, 0.7, 1.4),
    noise: between(random, 4, 10),
    quality: Math.round(between(random, 50, 80)),
    glare: random() < 0.3 ? between(random, 20, 80) : 0,
    shadow: random() < 0.3 ? between(random, 0.1, 0.4) : 0,
  }),
  "hardly legible": (random) => ({
    longSide: Math.round(between(random, 440, 720)),
    perspective: 0.006,
    rotation: between(random, -4, 4),
    blur: between(random, 0.9, 1.7),
    noise: between(random, 6, 14),
    quality: Math.round(between(random, 35, 60)),
  }),
};

/** Rows of a line's picture for the peer; its makers advise capitals of 30 to 40 pixels. */
const PEER_HEIGHT = 64;

interface Photo {
  readonly mrz: readonly string[];
  readonly raster: Raster;
  readonly rows: readonly Quad[];
}

interface Tally {
  readonly texts: readonly (readonly string[])[];
  readonly milliseconds: number;
}

/** Zones drawn and photographed by code, their rows known: our reader beside `tesseract` on the same crops. */
export async function measureZones(pack: OpenPack, count: number, peers: number): Promise<Section> {
  const rows: (string | number)[][] = [];
  for (const [name, conditions] of Object.entries(CONDITIONS)) {
    rows.push(...(await measureCondition(pack, name, conditions, count, peers)));
  }
  const columns = [
    "zones",
    "reader",
    "lines exact",
    "zones exact",
    "character error rate",
    "all checks valid",
    "of these: number wrong",
    "repaired, of these wrong",
    "checks that fail with confidence",
    "ms a line",
  ];
  return { heading: "Generated zones, on the same crops", text: TEXT, table: { columns, rows } };
}

const TEXT = `Each zone is drawn on the paper of an invented template and photographed; its rows are cut where a locator
would, a little off. \`tesseract\` (eng, the zone's alphabet, one line a picture, one process) gets the same crops flattened
to ${PEER_HEIGHT} rows. It is measured on the first zones only.`;

async function measureCondition(
  pack: OpenPack,
  name: string,
  conditions: (random: Random) => Conditions,
  count: number,
  peers: number,
): Promise<(string | number)[][]> {
  const truths: (readonly string[])[] = [];
  const zones: (ReadZone | undefined)[] = [];
  const crops: Uint8Array[] = [];
  let milliseconds = 0;
  for (let seed = 1; seed <= count; seed++) {
    const photo = await photograph(seed, conditions);
    const began = performance.now();
    zones.push(await readZoneRows(pack.net("mrz_recognition"), photo.raster, photo.rows));
    milliseconds += performance.now() - began;
    truths.push(photo.mrz);
    if (seed <= peers) for (const row of photo.rows) crops.push(await cropOf(photo.raster, row));
  }
  const own = { texts: zones.map((zone) => zone?.lines.map(({ text }) => text) ?? []), milliseconds };
  const head = (of: Tally) => [`${of.texts.length} ${name}`];
  const accepted = acceptance(zones, truths);
  const found = [
    [
      ...head(own),
      "ours",
      ...figures(own, truths).slice(0, 3),
      ...accepted,
      ...figures(own, truths).slice(3),
    ],
  ];
  if (peers === 0) return found;
  const peer = readWithTesseract(crops);
  if (peer === undefined)
    return [...found, [`0 ${name}`, "tesseract is not installed", ...Array(8).fill("–")]];
  const other = { texts: regroup(peer.texts, truths.slice(0, peers)), milliseconds: peer.milliseconds };
  const [lines, exact, errors, time] = figures(other, truths);
  return [...found, [...head(other), peer.version, lines!, exact!, errors!, "–", "–", "–", "–", time!]];
}

async function photograph(seed: number, conditions: (random: Random) => Conditions): Promise<Photo> {
  const random = seededRandom(seed);
  const band = await renderZoneBand(seed, random);
  const capture = await captureDocument(band.content, { ...conditions(random), seed });
  const raster = await decodeImage(capture.content);
  return { mrz: band.mrz, raster, rows: band.rowsOn(capture.corners, random) };
}

async function cropOf(raster: Raster, row: Quad): Promise<Uint8Array> {
  const size = quadSize(row);
  const width = Math.round((size.width / size.height) * PEER_HEIGHT);
  const { data, height } = await warp(raster, flattening(row, width, PEER_HEIGHT), width, PEER_HEIGHT);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

function regroup(texts: readonly string[], truths: readonly (readonly string[])[]): string[][] {
  let at = 0;
  return truths.map((mrz) => mrz.map(() => texts[at++]!));
}

/** Lines exact, zones exact, character error rate, milliseconds a line. */
function figures({ texts, milliseconds }: Tally, truths: readonly (readonly string[])[]): string[] {
  const pairs = texts.flatMap((lines, i) => truths[i]!.map((truth, j) => [truth, lines[j] ?? ""] as const));
  const exactLines = pairs.filter(([truth, text]) => truth === text).length;
  const exactZones = texts.filter((lines, i) => lines.join() === truths[i]!.join()).length;
  const errors = pairs.reduce((sum, [truth, text]) => sum + editDistance(truth, text), 0);
  const characters = pairs.reduce((sum, [truth]) => sum + truth.length, 0);
  return [
    percent(exactLines / pairs.length),
    percent(exactZones / texts.length),
    percent(errors / characters),
    (milliseconds / pairs.length).toFixed(1),
  ];
}

/**
 * Share of zones with all checks valid, how many of these have another number than was printed, repaired zones, and zones
 * of which a check is said to fail though what was printed is right.
 */
function acceptance(zones: readonly (ReadZone | undefined)[], truths: readonly (readonly string[])[]) {
  const valid = zones.flatMap((zone, i) =>
    zone?.checks.every((check) => check.valid) ? [{ zone, truth: truths[i]! }] : [],
  );
  const wrong = valid.filter(
    ({ zone, truth }) => numberOf(zone.lines.map(({ text }) => text)) !== numberOf(truth),
  );
  const repaired = valid.filter(({ zone }) => zone.repairs.length > 0);
  const mended = repaired.filter(({ zone, truth }) =>
    zone.repairs.every(({ line, column, character }) => truth[line]![column] === character),
  );
  const accused = zones.filter((zone) =>
    zone?.checks.some((check) => !check.valid && check.confidence >= CONFIDENT),
  );
  return [
    percent(valid.length / zones.length),
    wrong.length,
    `${repaired.length}, ${repaired.length - mended.length}`,
    accused.length,
  ];
}

const numberOf = (lines: readonly string[]) =>
  lines.length === 3 ? lines[0]!.slice(5, 14) : lines[1]!.slice(0, 9);
