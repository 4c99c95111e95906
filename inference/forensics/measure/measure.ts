import type { Box } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { UploadFile } from "../upload/upload-file.ts";
import type { ForensicNets, TraceName } from "./traces.ts";

/** An upload whose text has not been read; boxes are in its upright pixels. */
export interface View {
  readonly file: UploadFile;
  readonly raster: Raster;
  /** The document, or all of the picture where no document is known. */
  readonly document: Box;
}

/** An upload with its reading, which measures examine for traces of forgery. */
export interface Subject extends View {
  /** The portrait's print; undefined where none was found. */
  readonly portrait?: Box | undefined;
  readonly lines: readonly Line[];
}

/** A line of text as the reader read it. */
export interface Line {
  readonly box: Box;
  readonly text: string;
}

/** The value of one trace on one upload. */
export interface Measurement {
  readonly trace: TraceName;
  /** In the measure's own unit, rising with suspicion; `calibration.json` makes a score of it. */
  readonly value: number;
  /** In pixels of the upload; undefined where the trace has no place. */
  readonly region?: Box | undefined;
}

/** One method that examines an upload. It may find several traces. */
export interface Measure {
  /** The version changes whenever a value could. */
  readonly model: { readonly name: string; readonly version: string };
  /** Leaves out a trace that this picture cannot show: its absence is never a value. */
  measure(subject: Subject, nets: ForensicNets): Promise<readonly Measurement[]>;
}
