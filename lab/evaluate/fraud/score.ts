import type { Signal } from "../../../edge/verdicts/fraud/signals/signal.ts";
import { FRAUD_THRESHOLDS, fuse, weighMeasured } from "../../../edge/verdicts/fraud/signals/signals.ts";
import { whole } from "../../../inference/geometry/boxes.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { openForensicsPipeline } from "../../../inference/pipelines/forensics.ts";
import { errorLevel } from "./error-level.ts";
import { forensicNets, readingOf, type Upload } from "./upload.ts";

/** The scores of an upload. */
export interface PixelScore {
  readonly template: string;
  /** "none" for a genuine one. */
  readonly attack: string;
  readonly overall: number;
  readonly signals: readonly Signal[];
  readonly errorLevel: number;
  readonly milliseconds: number;
}

export const isSuspicious = ({ overall }: PixelScore) => overall >= FRAUD_THRESHOLDS.suspicious;
export const isFraudulent = ({ overall }: PixelScore) => overall >= FRAUD_THRESHOLDS.fraudulent;

const pipeline = openForensicsPipeline(forensicNets);

/** Scores one upload by its pixels alone, with the document's layout known. */
export async function score(upload: Upload): Promise<PixelScore> {
  const { template, attack, content, document } = upload;
  const raster = await decodeImage(content);
  const started = performance.now();
  const { signals } = await pipeline.assess(content, raster, readingOf(raster, upload));
  const milliseconds = performance.now() - started;
  const weighed = weighMeasured(signals.map((each) => ({ ...each, region: null })));
  const level = await errorLevel(raster, document ?? whole(raster));
  return {
    template,
    attack,
    overall: fuse(weighed, "live"),
    signals: weighed,
    errorLevel: level,
    milliseconds,
  };
}
