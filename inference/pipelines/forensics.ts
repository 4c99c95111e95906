import { scoreOf } from "../forensics/detector/calibration.ts";
import type { Detector, Measurement, Subject } from "../forensics/detector/detector.ts";
import { type ForensicModels, INDICATORS } from "../forensics/detector/indicators.ts";
import { DETECTORS } from "../forensics/detectors.ts";
import { editingSoftware } from "../forensics/file/editing-software.ts";
import { perceptualHash } from "../forensics/upload/perceptual-hash.ts";
import { readUploadFile, type UploadFile } from "../forensics/upload/upload-file.ts";
import { around, type Box, boundingBox, clipped, stretched, whole } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";
import { type StopToken, UNSTOPPED } from "./stop-token.ts";
import type { Assessment, ForensicSignal, PlainReading } from "./types.ts";

/** Measures indicators of forgery in an upload. */
interface ForensicsPipeline {
  /**
   * `raster` is the upright image of `content`, `reading` its reading. Signals that could not be measured
   * on this image are left out: their absence is never a score.
   */
  assess(content: Uint8Array, raster: Raster, reading: PlainReading): Promise<Assessment>;
}

/** Opens the measures on their graphs. */
export const openForensicsPipeline = (
  models: ForensicModels,
  stop: StopToken = UNSTOPPED,
): ForensicsPipeline => ({
  async assess(content, raster, reading) {
    const file = await readUploadFile(content);
    const metadata = { editingSoftware: editingSoftware(file), perceptualHash: await perceptualHash(raster) };
    const found = await measureAll(subjectOf(file, raster, reading), models, stop);
    return { signals: toSignals(found), metadata };
  },
});

/** Sides of the portrait's print, in sides of its face's box. */
const PORTRAIT = 1.6;
/** Share of an outline's sides that is examined: its rim shows the table and the card's own edge. */
const RIM = 0.92;

/** The measures' view of an upload that was read. */
export const subjectOf = (file: UploadFile, raster: Raster, reading: PlainReading): Subject => ({
  file,
  raster,
  document: documentBox(raster, reading),
  portrait: reading.portrait && stretched(reading.portrait.box, PORTRAIT),
  lines: reading.lines,
});

/** The document's box: within its outline, else around its text and portrait, else the whole image. */
function documentBox(raster: Raster, { outline, lines, portrait }: PlainReading): Box {
  if (outline !== undefined) return seenOf(stretched(boundingBox(outline.corners), RIM), raster);
  const boxes = [...lines, ...(portrait === undefined ? [] : [portrait])].map(({ box }) => box);
  return boxes.length === 0 ? whole(raster) : seenOf(around(...boxes), raster);
}

/** The part of a box within the image, or the whole image if that part is less than a pixel wide or high. */
function seenOf(box: Box, raster: Raster): Box {
  const part = clipped(box, raster);
  return part.width < 1 || part.height < 1 ? whole(raster) : part;
}

interface MeasureResult {
  readonly model: Detector["model"];
  readonly found: readonly Measurement[];
}

/** The measurements of each detector, in the order of `DETECTORS`. Each detector is a step. */
async function measureAll(
  subject: Subject,
  models: ForensicModels,
  stop: StopToken,
): Promise<MeasureResult[]> {
  const results: MeasureResult[] = [];
  for (const { model, measure } of DETECTORS) {
    await stop.throwIfStopped();
    results.push({ model, found: await measure(subject, models) });
  }
  return results;
}

/** One signal for each name: the highest score of its indicators. */
function toSignals(all: readonly MeasureResult[]): ForensicSignal[] {
  const signals = new Map<string, ForensicSignal>();
  for (const { model, found } of all) {
    for (const measured of found) {
      const [name, score] = [INDICATORS[measured.indicator], scoreOf(measured)];
      if ((signals.get(name)?.score ?? -1) >= score) continue;
      const region = score > 0 ? measured.region : undefined;
      signals.set(name, { name, score, model: { ...model }, ...(region && { region: { ...region } }) });
    }
  }
  return [...signals.values()];
}
