import type { Box } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";
import type { ForensicNets } from "./nets.ts";
import type { TraceName } from "./traces.ts";

/** An upload that is looked at for traces of forgery; boxes in its upright pixels. */
export interface Subject {
  /** The file as it came. */
  readonly content: Uint8Array;
  readonly raster: Raster;
  /** What of the picture is the document, as far as is known. */
  readonly document: Box;
  /** The portrait's print; null where none was found. */
  readonly portrait: Box | null;
  readonly lines: readonly Line[];
}

/** A line of text as it was read. */
export interface Line {
  readonly box: Box;
  readonly text: string;
}

/** What a measure found. */
export interface Measured {
  readonly trace: TraceName;
  /** In the measure's own unit, rising with suspicion; `calibration.json` makes a score of it. */
  readonly value: number;
  /** Where, in pixels of the upload; null where the trace has no place. */
  readonly region: Box | null;
}

/** One way to look at an upload. */
export interface Measure {
  /** The version changes whenever a value could. */
  readonly model: { readonly name: string; readonly version: string };
  /** Nothing where the picture cannot show this kind of trace: that is never a value. */
  measure(subject: Subject, nets: ForensicNets): Promise<readonly Measured[]>;
}
