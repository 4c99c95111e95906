import type { FieldKey, FieldSource } from "../../../vocabulary/documents.ts";
import type { Box } from "../../inference/port.ts";

export interface Field {
  readonly value: string;
  /** 0..1. */
  readonly confidence: number;
  readonly source: FieldSource;
  readonly bbox: Box | null;
  /** The printed text, where it is like the MRZ's name and not the same. */
  readonly alternative?: string;
}

export type Fields = Partial<Record<FieldKey, Field>>;
