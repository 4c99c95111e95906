import { FRAUD_THRESHOLDS, fuse, type Signal, weighSignals } from "../../../edge/verdicts/fraud/signals.ts";
import type { Box } from "../../../inference/geometry/boxes.ts";
import { rectangle } from "../../../inference/geometry/quad.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { openForensicsPipeline } from "../../../inference/pipelines/forensics.ts";
import { errorLevel } from "./error-level.ts";

/** What an upload was given. */
export interface Scored {
  readonly template: string;
  /** "none" for a genuine one. */
  readonly attack: string;
  readonly overall: number;
  readonly signals: readonly Signal[];
  readonly errorLevel: number;
  readonly milliseconds: number;
}

export const isSuspicious = ({ overall }: Scored) => overall >= FRAUD_THRESHOLDS.suspicious;
export const isFraudulent = ({ overall }: Scored) => overall >= FRAUD_THRESHOLDS.fraudulent;

const pipeline = openForensicsPipeline();
/** The pipeline takes a face's box and looks around it. */
const FACE = 1 / 1.6;

/**
 * Scores one upload by its pixels alone, on the document's and the portrait's known places: what the reader finds, and
 * what checks of the text say, is no part of these figures.
 */
export async function score(
  content: Buffer,
  facts: { template: string; attack: string; document: Box | null; portrait: Box | null },
): Promise<Scored> {
  const raster = await decodeImage(content);
  const { document, portrait, ...names } = facts;
  const started = performance.now();
  const { signals } = await pipeline.assess(content, raster, {
    imageWidth: raster.width,
    imageHeight: raster.height,
    quality: { laplacianVariance: 400, meanLuma: 180, saturatedShare: 0, documentLongSide: raster.width },
    lines: [],
    models: [],
    ...(document && { outline: { corners: corners(document) } }),
    ...(portrait && { portrait: { box: shrunk(portrait) } }),
  });
  const milliseconds = performance.now() - started;
  const measured = signals.map(({ name, score: value, model }) => ({
    name,
    score: value,
    region: null,
    model,
  }));
  const weighed = weighSignals({ signals: measured, reading: { mrz: null, portrait: null } }, "other");
  const all = { x: 0, y: 0, width: raster.width, height: raster.height };
  const level = await errorLevel(raster, document ?? all);
  return { ...names, overall: fuse(weighed), signals: weighed, errorLevel: level, milliseconds };
}

const corners = ({ x, y, width, height }: Box) => rectangle(x, y, width, height).map((c) => ({ ...c, z: 0 }));

function shrunk({ x, y, width, height }: Box): Box {
  return {
    x: x + (width * (1 - FACE)) / 2,
    y: y + (height * (1 - FACE)) / 2,
    width: width * FACE,
    height: height * FACE,
  };
}
