import type { Box } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { UploadFile } from "../upload/upload-file.ts";
import type { ForensicModels, IndicatorName } from "./indicators.ts";

/** An upload whose text has not been read; boxes are in its upright pixels. */
export interface View {
  readonly file: UploadFile;
  readonly raster: Raster;
  /** The document, or the whole image if no document was found. */
  readonly document: Box;
}

/** An upload with its reading, which measures examine for indicators of forgery. */
export interface Subject extends View {
  /** The print of the portrait; undefined if not found. */
  readonly portrait?: Box | undefined;
  readonly lines: readonly Line[];
}

/** A line of text as the reader read it. */
export interface Line {
  readonly box: Box;
  readonly text: string;
}

/** The value of one indicator on one upload. */
export interface Measurement {
  readonly indicator: IndicatorName;
  /** In the detector's own unit, rising with suspicion; `calibration.json` maps it to a score. */
  readonly value: number;
  /** In pixels of the upload; undefined if the indicator has no region. */
  readonly region?: Box | undefined;
}

/** One method that examines an upload. It may find several indicators. */
export interface Detector {
  /** The version changes whenever a value could. */
  readonly model: { readonly name: string; readonly version: string };
  /** Leaves out an indicator that this image cannot show: its absence is never a value. */
  measure(subject: Subject, models: ForensicModels): Promise<readonly Measurement[]>;
}
