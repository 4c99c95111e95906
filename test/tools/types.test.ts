import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openApiDocument } from "#edge/reference/routes.ts";
import { modulesOf } from "#tools/types/document-text.ts";
import { typeText } from "#tools/types/type-text.ts";
import { wordTypes } from "#tools/types/words.ts";

const FOLDER = join(import.meta.dirname, "../../sdk/gen");
const document = openApiDocument();

it("the types that are committed are those of the document that the edge serves", () => {
  for (const [name, text] of Object.entries(modulesOf(document))) {
    expect(readFileSync(join(FOLDER, name), "utf8"), name).toBe(text);
  }
});

it.each([
  [{ not: {} }, "no rule for a schema with not"],
  [{ type: "string", if: {} }, "type beside if is not understood"],
  [{ type: "array" }, "an array does not say what it holds"],
  [{ type: "date" }, "no type of JSON: date"],
])("a schema without a rule is rejected rather than guessed: %j", (schema, message) => {
  expect(() => typeText(schema)).toThrow(message);
});

it("known words that are open to others keep their names beside any other text", () => {
  const open = { anyOf: [{ type: "string", enum: ["glare"] }, { type: "string" }] };
  expect(typeText(open)).toBe('"glare" | (string & {})');
});

it("a comment cannot be ended by the text of a description", () => {
  const properties = { a: { type: "string", description: "Ends */ here." } };
  expect(typeText({ type: "object", properties })).toContain("/** Ends * / here. */");
});

it("a list of words that the document lacks is rejected", () => {
  const { Verification: _, ...others } = document.components.schemas;
  expect(() => wordTypes(others)).toThrow("Verification.mode has no list of words");
});
