import type { FieldKey } from "../../../vocabulary/documents.ts";
import type { DocumentReading, TextLine } from "../../inference/port.ts";
import { rememberedAt } from "../text/remembered.ts";
import { candidateTypes } from "./detected-type.ts";
import { isMrzLine } from "./mrz.ts";
import type { ReadValue } from "./visual/placement.ts";
import { readViz } from "./visual/viz.ts";

interface PrintedValues {
  /** The reading's lines without those of the machine readable zone. */
  readonly lines: readonly TextLine[];
  /** What stands in them by labels, or by a licence's numbers. */
  readonly values: ReadonlyMap<FieldKey, ReadValue>;
}

/**
 * What a reading's visual inspection zone prints. Its fields and the checks of forgery ask for it, of one
 * reading once.
 */
export const printedValues = rememberedAt((reading: DocumentReading, now): PrintedValues => {
  const { mrz } = reading;
  const lines = reading.lines.filter(({ text }) => mrz === null || !isMrzLine(text, mrz));
  const isLicence = candidateTypes(reading)?.[0] === "driving_license";
  return { lines, values: readViz(lines, now, isLicence) };
});
