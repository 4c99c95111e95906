import type { Fields } from "../../../edge/verdicts/ocr/field.ts";
import type { FieldKey } from "../../../vocabulary/documents.ts";
import type { Holder } from "../../material/documents/mrz.ts";
import type { DocumentTemplate } from "../../material/documents/templates.ts";

export const VERDICTS = ["right", "right but for spaces", "wrong", "missing"] as const;
export type FieldVerdict = (typeof VERDICTS)[number];

const IN_BOTH: Readonly<Partial<Record<FieldKey, (holder: Holder) => string>>> = {
  full_name: ({ givenNames, surname }) => `${givenNames} ${surname}`,
  first_name: ({ givenNames }) => givenNames,
  last_name: ({ surname }) => surname,
  document_number: ({ documentNumber }) => documentNumber,
  personal_number: ({ personalNumber }) => personalNumber,
  date_of_birth: ({ dateOfBirth }) => dateOfBirth,
  date_of_issue: ({ dateOfIssue }) => dateOfIssue,
  date_of_expiry: ({ dateOfExpiry }) => dateOfExpiry,
};
/** Driving licences print none of these fields. */
const LABELLED_ONLY: typeof IN_BOTH = {
  sex: ({ sex }) => sex,
  nationality: ({ nationality }) => nationality,
  issuing_country: () => "UTO",
  place_of_birth: ({ placeOfBirth }) => placeOfBirth,
};
/** ID-1 cards have room for an address only without an MRZ. */
const ADDRESS: typeof IN_BOTH = { address: ({ address }) => address.replaceAll("\n", ", ") };

/** The values that contract §7.4's fields must have for a document: exactly the printed ones. */
export function expectedFields(template: DocumentTemplate, holder: Holder): Map<FieldKey, string> {
  const { layout, format, arrangement } = template;
  const rules = {
    ...IN_BOTH,
    ...(layout !== "numbered" && LABELLED_ONLY),
    ...((layout === "numbered" || format !== "TD1") && ADDRESS),
  };
  const expected = new Map(Object.entries(rules).map(([key, printed]) => [key as FieldKey, printed(holder)]));
  // Not every invented layout has a place of birth.
  if (arrangement !== undefined && !arrangement.rows.flat().includes("placeOfBirth"))
    expected.delete("place_of_birth");
  return expected;
}

/**
 * Whether a field was read correctly. Case, accents and separators are ignored. A value is wrong when the
 * document does not have the field.
 */
export function judgeField(expected: string | undefined, field: Fields[FieldKey]): FieldVerdict {
  if (field === undefined) return "missing";
  if (expected === undefined) return "wrong";
  const [said, printed] = [folded(field.value), folded(expected)];
  if (said === printed) return "right";
  const signs = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
  return signs(said) === signs(printed) ? "right but for spaces" : "wrong";
}

const folded = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toUpperCase();
