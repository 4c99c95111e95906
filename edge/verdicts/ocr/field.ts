import type { FieldKey, FieldSource } from "../../../vocabulary/documents.ts";
import type { Box } from "../../inference/port.ts";

export interface Field {
  readonly value: string;
  /** 0..1; of print the mean of its characters. */
  readonly confidence: number;
  /** Probability that no character is wrong, 0..1, if print has a part in it. */
  readonly certainty?: number;
  readonly source: FieldSource;
  readonly bbox: Box | null;
  /** The MRZ's spelling of a printed name, if they differ by more than case. */
  readonly transliteration?: string;
  /** The printed text, if it is similar to the MRZ's name but not the same. */
  readonly alternative?: string;
  /** The printed value, if it was read with confidence and differs from the MRZ's; never of a name. */
  readonly printed?: string;
}

export type Fields = Partial<Record<FieldKey, Field>>;

/** The fields as they are reported: the confidence is that of the whole value. */
export const reported = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { certainty, ...field }]) => [
      key,
      { ...field, confidence: Math.min(field.confidence, certainty ?? 1) },
    ]),
  );
