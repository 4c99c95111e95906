import { expect, it } from "vitest";
import type { Field } from "../../../../edge/verdicts/ocr/field.ts";
import { expectedFields, judgeField } from "../../../evaluate/documents/expected-fields.ts";
import { inventDocument } from "../../../material/documents/invented-templates.ts";
import { inventHolder } from "../../../material/documents/specimen.ts";
import { LICENCES, TEMPLATES } from "../../../material/documents/templates.ts";

const field = (value: string): Field => ({ value, confidence: 1, source: "viz", bbox: null });

it("a field is right without regard to case and accents, and counted apart if only spaces are lost", () => {
  expect(judgeField("SANTA MIRA", field("Santa Mira"))).toBe("right");
  expect(judgeField("MALAGA", field("MÁLAGA"))).toBe("right");
  expect(judgeField("SANTA MIRA", field("SANTAMIRA"))).toBe("right but for spaces");
  expect(judgeField("1990-03-12", field("1990-12-03"))).toBe("wrong");
  expect(judgeField("F", undefined)).toBe("missing");
});

it("a field that the document does not have is wrong", () => {
  expect(judgeField(undefined, field("NORTHAVEN"))).toBe("wrong");
});

it("a document is expected to have exactly the printed fields", () => {
  const holder = inventHolder(3);
  const keysOf = (templates: typeof TEMPLATES, format: string) => [
    ...expectedFields(templates.find((each) => each.format === format)!, holder).keys(),
  ];
  expect(keysOf(TEMPLATES, "TD1")).not.toContain("address");
  expect(keysOf(TEMPLATES, "TD3")).toEqual(expect.arrayContaining(["address", "place_of_birth", "sex"]));
  expect(keysOf(LICENCES, "TD1")).toContain("address");
  expect(keysOf(LICENCES, "TD1")).not.toContain("nationality");
});

it("an invented layout's place of birth is expected where it prints one", () => {
  const drawn = Array.from({ length: 60 }, (_, seed) => inventDocument(seed));
  const printed = ({ template }: (typeof drawn)[0]) =>
    template.arrangement!.rows.flat().includes("placeOfBirth");
  const expected = ({ template, holder }: (typeof drawn)[0]) =>
    expectedFields(template, holder).has("place_of_birth");
  expect(drawn.map(expected)).toEqual(drawn.map(printed));
  expect(new Set(drawn.map(printed)).size).toBe(2);
});
