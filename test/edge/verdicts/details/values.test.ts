import { expect, it } from "vitest";
import { compareDetails, type Expected } from "#edge/verdicts/details/compare.ts";
import { detailsOutcome } from "#edge/verdicts/details/outcome.ts";
import type { Field, Fields } from "#edge/verdicts/ocr/field.ts";
import { EXPECTED_KEYS, MISMATCH_RULES } from "#vocabulary/details.ts";

const field = (value: string, changes: Partial<Field> = {}): Field => ({
  ...{ value, confidence: 0.99, source: "mrz", bbox: null },
  ...changes,
});
const compared = (expected: Expected, fields: Fields) =>
  compareDetails(expected, { fields, mrz: null }, "tolerant");
const resultOf = (expected: Expected, fields: Fields) => {
  const { result, normalised } = compared(expected, fields)[0]!;
  return normalised ? `${result}, normalised` : result;
};

it.each([
  ["document_number", "L898902C3", "L898902C3", "match"],
  ["document_number", "l 898-902.C/3", "L898902C3", "match, normalised"],
  ["document_number", "L898902CO", "L898902C0", "mismatch"],
  ["document_number", "Ｌ898902C3", "L898902C3", "mismatch"],
  ["personal_number", "850101-1234", "8501011234", "match, normalised"],
  ["date_of_birth", "1974-08-12", "1974-08-12", "match"],
  ["date_of_birth", "1974-08-12", "1974-12-08", "mismatch"],
  ["issuing_country", "DEU", "AUT", "mismatch"],
  ["address", "Hauptstraße 12, 10115 Berlin", "HAUPTSTRASSE 12 10115 BERLIN", "match"],
  ["address", "10115 Berlin, Hauptstraße 12", "Hauptstraße 12, 10115 Berlin", "match, normalised"],
  ["address", "Hauptstr. 12, 10115 Berlin", "Hauptstraße 12, 10115 Berlin", "close"],
  ["address", "Hauptstraße 13, 10115 Berlin", "Hauptstraße 12, 10115 Berlin", "mismatch"],
] as const)("%s: %s and %s are %s", (key, expected, read, result) => {
  expect(resultOf({ [key]: expected }, { [key]: field(read) })).toBe(result);
});

it.each(EXPECTED_KEYS)("%s is not read on a document that does not show it", (key) => {
  expect(resultOf({ [key]: "X" }, {})).toBe("not_read");
});

it("a given name is compared with the whole name of a document that has no other", () => {
  const fields = { full_name: field("ANNA MARIA ERIKSSON") };
  expect(compared({ first_name: "Anna Maria", last_name: "Eriksson" }, fields)).toMatchObject([
    { field: "first_name", result: "match" },
    { field: "last_name", result: "match" },
  ]);
  expect(resultOf({ last_name: "Mustermann" }, fields)).toBe("mismatch");
});

it("a name that the print spells as expected, and the MRZ in another way, is close", () => {
  const last_name = field("ERIKSEN", { alternative: "Lindqvist" });
  expect(resultOf({ last_name: "Lindqvist" }, { last_name })).toBe("close");
});

it.each([
  ["of the MRZ, read with confidence", {}, "adverse"],
  ["of MRZ and print", { source: "both" }, "adverse"],
  ["of the print", { source: "viz" }, "review"],
  ["read without confidence", { confidence: 0.8 }, "review"],
  ["that the print spells in another way", { alternative: "Erikson" }, "review"],
] as const)("another value %s leads to %s", (_, changes, outcome) => {
  const details = compared({ last_name: "Mustermann" }, { last_name: field("ERIKSSON", changes) });
  expect(detailsOutcome(details, "review")).toMatchObject({ outcome, reason: "details_mismatch" });
});

it.each(MISMATCH_RULES)("with %s, all details that match pass", (rule) => {
  const details = compared({ last_name: "Eriksson" }, { last_name: field("ERIKSSON") });
  expect(detailsOutcome(details, rule)).toEqual({ outcome: "passed", reason: null });
});

it("the most severe detail decides, and every one of its kind is named", () => {
  const fields = {
    last_name: field("ERIKSSON"),
    date_of_birth: field("1974-08-12"),
    document_number: field("L898902C3"),
  };
  const expected = { last_name: "Erikson", date_of_birth: "1974-08-13", document_number: "X" };
  expect(detailsOutcome(compared(expected, fields), "decline")).toEqual({
    outcome: "failed",
    reason: "details_mismatch",
    found: "The document shows other details than expected: date of birth, document number",
  });
});
