import type { FieldKey, FieldSource } from "../../../vocabulary/documents.ts";
import type { Box } from "../../inference/port.ts";
import { CONFIDENT, isLegible } from "../text/letters.ts";

export interface Field {
  readonly value: string;
  /** 0..1. */
  readonly confidence: number;
  readonly source: FieldSource;
  readonly bbox: Box | null;
  /** The MRZ's spelling of a printed name, if they differ by more than case. */
  readonly transliteration?: string;
  /** The printed text, if it is similar to the MRZ's name but not the same. */
  readonly alternative?: string;
}

export type Fields = Partial<Record<FieldKey, Field>>;

/** Whether a field was read with confidence: an MRZ's by its least certain character, print by its mean. */
export const isConfident = (field: Field): boolean =>
  field.source === "mrz" ? field.confidence >= CONFIDENT : isLegible(field);
