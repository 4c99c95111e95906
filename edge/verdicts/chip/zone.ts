import type { FieldKey } from "../../../vocabulary/documents.ts";
import type { Fields } from "../ocr/field.ts";
import { plainNumber } from "../text/search-words.ts";

/** The stored reading of a photo's side. */
export interface ShownSide {
  readonly fields: Fields;
  readonly mrz: { readonly valid: boolean } | null;
}

/** Elements of an MRZ that its check digits protect, and the state. */
const COMPARED = [
  "document_number",
  "date_of_birth",
  "date_of_expiry",
  "issuing_country",
] as const satisfies readonly FieldKey[];

/**
 * The elements in which a chip differs from the MRZ on a photo's sides; null if no side shows an MRZ whose
 * check digits are right, so that nothing can be compared.
 */
export function zoneDifferences(chip: Fields, sides: readonly ShownSide[]): readonly FieldKey[] | null {
  const side = sides.find(({ mrz }) => mrz?.valid === true);
  if (side === undefined || chip.document_number === undefined) return null;
  return COMPARED.filter((key) => {
    const [signed, shown] = [chip[key], side.fields[key]];
    const isCoded = shown?.source === "mrz" || shown?.source === "both";
    return isCoded && signed !== undefined && plainNumber(signed.value) !== plainNumber(shown.value);
  });
}
