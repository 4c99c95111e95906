import type { OpenBundle } from "../../inference/bundle/open.ts";
import { openUploadReader, type UploadReader } from "../../test/harness/inference/upload-reader.ts";
import {
  ADDRESSED,
  type DocumentTemplate,
  HELD_OUT,
  LICENCES,
  TEMPLATES,
} from "../material/documents/templates.ts";
import type { EvaluationRequest } from "./evaluation.ts";
import type { Section } from "./report/markdown.ts";

/**
 * The day on which documents are judged, Unix milliseconds: equal material then gives equal figures on any
 * day.
 */
export const TODAY = Date.UTC(2026, 0, 1);

/** The tools of one part of the evaluation. */
export interface Workbench extends UploadReader {
  readonly bundle: OpenBundle;
  /** The folder of labelled documents, if there is one. */
  readonly data: string | undefined;
  /** Templates of the measured use, with and without an MRZ. */
  readonly templates: readonly DocumentTemplate[];
  readonly licences: readonly DocumentTemplate[];
  readonly addressed: readonly DocumentTemplate[];
  readonly use: DocumentTemplate["use"];
  /** A flag as a number. Throws when it is not a number. */
  count(flag: string): number;
  /** Reports a part's progress on stderr. */
  progress(done: number, of: number, what: string): void;
}

/** One kind of measurement. It skips sections whose material is missing. */
export interface Part {
  readonly summary: string;
  /** Its flags with their defaults and meanings. */
  readonly flags: Readonly<Record<string, readonly [otherwise: number, meaning: string]>>;
  run(workbench: Workbench): Promise<Section[]>;
}

/** Throws when a flag has an invalid value. */
export async function openWorkbench(
  bundle: OpenBundle,
  request: EvaluationRequest,
  defaults: Readonly<Record<string, number>>,
): Promise<Workbench> {
  const use = request.flag("use") ?? "reporting";
  if (use !== "reporting" && use !== "tuning" && use !== "held out")
    throw new Error('--use is reporting, tuning or "held out".');
  const ofUse = (templates: readonly DocumentTemplate[]) => templates.filter((each) => each.use === use);
  return {
    bundle,
    data: request.data,
    templates: ofUse(TEMPLATES),
    licences: ofUse(LICENCES),
    addressed: ofUse([...ADDRESSED, ...HELD_OUT]),
    use,
    ...(await openUploadReader(bundle)),
    count(flag) {
      const count = Number(request.flag(flag) ?? defaults[flag]);
      if (!Number.isInteger(count) || count < 0) throw new Error(`--${flag} is a number from 0.`);
      return count;
    },
    progress: (done, of, what) =>
      process.stderr.write(`\r${what}: ${done} of ${of}${done === of ? "\n" : ""}`),
  };
}
