import type { Box } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";
import type { UploadFile } from "./file/upload-file.ts";
import type { ForensicNets } from "./nets.ts";
import type { TraceName } from "./traces.ts";

/** An upload before it is read; boxes in its upright pixels. */
export interface View {
  readonly file: UploadFile;
  readonly raster: Raster;
  /** What of the picture is the document, as far as is known. */
  readonly document: Box;
}

/** An upload that is looked at for traces of forgery. */
export interface Subject extends View {
  /** The portrait's print; undefined where none was found. */
  readonly portrait?: Box | undefined;
  readonly lines: readonly Line[];
}

/** A line of text as it was read. */
export interface Line {
  readonly box: Box;
  readonly text: string;
}

/** What a measure found. */
export interface Measurement {
  readonly trace: TraceName;
  /** In the measure's own unit, rising with suspicion; `calibration.json` makes a score of it. */
  readonly value: number;
  /** In pixels of the upload; undefined where the trace has no place. */
  readonly region?: Box | undefined;
}

/** One way to look at an upload. */
export interface Measure {
  /** The version changes whenever a value could. */
  readonly model: { readonly name: string; readonly version: string };
  /** Its long part, where that needs to know no more than where the document lies. Structured-clonable, never undefined. */
  look?(view: View, nets: ForensicNets): Promise<unknown>;
  /**
   * Nothing where the picture cannot show this kind of trace: that is never a value. `looked` is what `look` gave for the
   * same view; without it, that is done first.
   */
  measure(subject: Subject, nets: ForensicNets, looked?: unknown): Promise<readonly Measurement[]>;
}

type Look<Looked> = (view: View, nets: ForensicNets) => Promise<Looked>;

/** A measure that judges what a look has found. */
export function judging<Looked>(
  model: Measure["model"],
  look: Look<Looked>,
  judge: (looked: Looked, subject: Subject) => readonly Measurement[],
): Measure {
  return {
    model,
    look,
    async measure(subject, nets, looked) {
      return judge(looked === undefined ? await look(subject, nets) : (looked as Looked), subject);
    },
  };
}

/** A measure that is all look. */
export const looking = (model: Measure["model"], look: Look<readonly Measurement[]>): Measure =>
  judging(model, look, (found) => found);
