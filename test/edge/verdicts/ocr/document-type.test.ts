import { expect, it } from "vitest";
import {
  DOCUMENT_TYPE_NAMES,
  detectDocumentType,
  parseDocumentType,
} from "#edge/verdicts/ocr/detected-type.ts";
import { DOCUMENT_TYPES } from "#vocabulary/document-types.ts";

it.each([
  ["national_id", "cid"],
  ["id_card", "cid"],
  ["driving_licence", "driving_license"],
  ["drivers_license", "driving_license"],
  ["auto", "auto"],
  [undefined, "auto"],
])("takes %s as %s", (field, type) => {
  expect(parseDocumentType(field)).toBe(type);
});

it("takes every documented type as itself", () => {
  for (const type of DOCUMENT_TYPES) expect(parseDocumentType(type)).toBe(type);
});

it.each(["", "CID", "visa", "constructor", "__proto__", " cid"])("does not know %j", (field) => {
  expect(parseDocumentType(field)).toBeNull();
});

it("lists exactly what it takes", () => {
  for (const name of DOCUMENT_TYPE_NAMES) expect(parseDocumentType(name)).not.toBeNull();
  expect(DOCUMENT_TYPE_NAMES).toHaveLength(11);
});

it.each([
  ["TD3", "P<UTOERIKSSON<<ANNA<MARIA", "passport"],
  ["TD1", "I<UTOD231458907", "cid"],
  ["TD1", "IRUTOD231458907", "residence_permit"],
  ["TD1", "ARUTOD231458907", "residence_permit"],
  ["TD2", "I<UTOERIKSSON", "cid"],
  ["FRA_ID", "IDFRABERTHIER", "cid"],
  ["TD1", "RPESTRB1234567", "residence_permit"],
  ["TD2", "R<UTOERIKSSON", "residence_permit"],
  ["MRV-A", "V<UTOERIKSSON", "other"],
])("returns a %s MRZ that starts %s as %s", (format, line, type) => {
  expect(detectDocumentType({ format, lines: [line] })).toBe(type);
});

it("returns nothing without an MRZ, or for an unknown document code", () => {
  expect(detectDocumentType(null)).toBeNull();
  expect(detectDocumentType({ format: "TD1", lines: ["MED<<1234567"] })).toBeNull();
});
