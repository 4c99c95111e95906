import type { Report } from "./report/markdown.ts";

/** The request of `npm run lab -- evaluate <name>`. */
export interface EvaluationRequest {
  /** The folder of labelled material; optional if the evaluation generates its own. */
  readonly data: string | undefined;
  /** The folder whose model bundle is measured. */
  readonly models: string;
  /** The value of one of the evaluation's own flags. */
  flag(name: string): string | undefined;
  /** Writes the report so far, so that a long run can be ended without loss. */
  keep(report: Report): Promise<void>;
}

/** One kind of measurement on labelled material. */
export interface Evaluation {
  readonly summary: string;
  /** Its own flags, each with its meaning. */
  readonly flags: Readonly<Record<string, string>>;
  /** Throws if material is missing or contains nothing to measure. */
  run(request: EvaluationRequest): Promise<Report>;
}

/** The folder of `--data`. Throws if it was not given. */
export function requiredData({ data }: EvaluationRequest): string {
  if (data === undefined) throw new Error("--data DIR is missing; lab/evaluate/README.md has its format.");
  return data;
}
