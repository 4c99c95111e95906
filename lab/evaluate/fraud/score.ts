import type { Signal } from "../../../edge/verdicts/fraud/signals/signal.ts";
import { FRAUD_THRESHOLDS, fuse, weighMeasured } from "../../../edge/verdicts/fraud/signals/signals.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { openForensicsPipeline } from "../../../inference/pipelines/forensics.ts";
import { percent } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import { forensicModels, readingOf, type Upload } from "./upload.ts";

/** The scores of an upload. */
export interface PixelScore {
  readonly template: string;
  /** "none" for a genuine upload. */
  readonly attack: string;
  readonly overall: number;
  readonly signals: readonly Signal[];
  readonly milliseconds: number;
}

export const isSuspicious = ({ overall }: PixelScore) => overall >= FRAUD_THRESHOLDS.suspicious;
export const isFraudulent = ({ overall }: PixelScore) => overall >= FRAUD_THRESHOLDS.fraudulent;

/** How often each signal is triggered: the share of the uploads of each kind. */
export function bySignal<T extends PixelScore>(
  heading: string,
  scored: readonly T[],
  kinds: readonly string[],
  kindOf: (upload: T) => string,
): Section {
  const names = [...new Set(scored.flatMap(({ signals }) => signals.map(({ name }) => name)))].sort();
  const rows = names.map((signal) => [
    signal,
    ...kinds.map((kind) => {
      const of = scored.filter((each) => kindOf(each) === kind);
      const isTriggered = ({ signals }: T) =>
        signals.some(({ name, triggered }) => name === signal && triggered);
      return percent(of.filter(isTriggered).length / of.length);
    }),
  ]);
  return { heading, table: { columns: ["signal", ...kinds], rows } };
}

const pipeline = openForensicsPipeline(forensicModels);

/** Scores one upload by its pixels alone, with the document's layout known. */
export async function score(upload: Upload): Promise<PixelScore> {
  const { template, attack, content } = upload;
  const raster = await decodeImage(content);
  const started = performance.now();
  const { signals } = await pipeline.assess(content, raster, readingOf(raster, upload));
  const milliseconds = performance.now() - started;
  const weighed = weighMeasured(signals.map((each) => ({ ...each, region: null })));
  return {
    template,
    attack,
    overall: fuse(weighed, "live"),
    signals: weighed,
    milliseconds,
  };
}
