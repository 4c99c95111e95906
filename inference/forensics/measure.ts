import type { Box } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";

/** An upload that is looked at for traces of forgery; boxes in its upright pixels. */
export interface Subject {
  /** The file as it came. */
  readonly content: Uint8Array;
  readonly raster: Raster;
  /** What of the picture is the document, as far as is known. */
  readonly document: Box;
  /** The portrait's print; null where none was found. */
  readonly portrait: Box | null;
  readonly lines: readonly Box[];
}

/** Signals of contract §6 that pixels are measured for. */
export type SignalName =
  | "screen_recapture"
  | "photocopy"
  | "screenshot"
  | "digital_tampering"
  | "portrait_substitution"
  | "text_tampering"
  | "splicing";

export interface Trace {
  readonly name: SignalName;
  /** 0..1; at .5 and over next to no genuine capture lies. */
  readonly score: number;
  readonly region: Box | null;
}

/** One way to look at an upload. */
export interface Measure {
  /** The version changes whenever a score could. */
  readonly model: { readonly name: string; readonly version: string };
  /** Nothing where the picture cannot show this kind of trace: that is never a score. */
  traces(subject: Subject): Promise<readonly Trace[]>;
}
