import type { FieldKey } from "../../../vocabulary/documents.ts";
import type { DocumentReading, TextLine } from "../../inference/port.ts";
import { rememberedAt } from "../text/remembered.ts";
import { candidateTypes } from "./detected-type.ts";
import { isMrzLine } from "./mrz.ts";
import type { ReadValue } from "./visual/placement.ts";
import { readViz } from "./visual/viz.ts";

interface PrintedValues {
  /** The reading's lines without those of the MRZ. */
  readonly lines: readonly TextLine[];
  /** Their values by labels, or by a licence's numbers. */
  readonly values: ReadonlyMap<FieldKey, ReadValue>;
}

/**
 * The printed values of a reading's visual inspection zone, for its fields and for the fraud checks. Computed
 * once for each reading.
 */
export const printedValues = rememberedAt((reading: DocumentReading, now): PrintedValues => {
  const { mrz } = reading;
  const lines = reading.lines.filter(({ text }) => mrz === null || !isMrzLine(text, mrz));
  const isLicence = candidateTypes(reading)?.[0] === "driving_license";
  return { lines, values: readViz(lines, now, isLicence) };
});
