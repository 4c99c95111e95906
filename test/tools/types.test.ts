import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "#edge/reference/open-api/json-schema.ts";
import { openApiDocument } from "#edge/reference/routes.ts";
import { briefly } from "#tools/types/briefly.ts";
import { declarations } from "#tools/types/declarations.ts";
import { modulesOf } from "#tools/types/document-text.ts";
import { errorTypes } from "#tools/types/errors.ts";
import { typeText } from "#tools/types/type-text.ts";
import { withWordTypes, wordTypes } from "#tools/types/words.ts";

const FOLDER = join(import.meta.dirname, "../../sdk/gen");

it("the types that are committed are those of the document that the edge serves", () => {
  for (const [name, text] of Object.entries(modulesOf(openApiDocument()))) {
    expect(readFileSync(join(FOLDER, name), "utf8"), name).toBe(text);
  }
});

describe("the type of a schema", () => {
  it.each<[JsonSchema, string]>([
    [{ type: "string", pattern: "^vf_" }, "string"],
    [{ type: "integer", minimum: 1 }, "number"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ const: true, type: "boolean" }, "true"],
    [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
    [{ anyOf: [{ $ref: "#/components/schemas/Step" }, { type: "null" }] }, "Step | null"],
    [{ type: "array", items: { type: "string" } }, "readonly string[]"],
    [{ type: "array", items: { enum: ["a", "b"] } }, 'readonly ("a" | "b")[]'],
    [{ type: "array", items: { type: ["string", "null"] } }, "readonly (string | null)[]"],
    [
      { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], items: false },
      "readonly [number, string]",
    ],
    [{ type: "string", contentMediaType: "application/octet-stream" }, "Upload"],
    [{ type: "object", additionalProperties: { type: "number" } }, "Readonly<Record<string, number>>"],
    [
      { type: "object", propertyNames: { enum: ["a"] }, additionalProperties: { type: "number" } },
      'Readonly<Partial<Record<"a", number>>>',
    ],
    [{}, "unknown"],
  ])("%j is %s", (schema, type) => expect(typeText(schema)).toBe(type));

  it("has what must be there and what may be, each with its comment and default", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string", description: "Ends */ here." }, b: { type: "number", default: 3 } },
      required: ["a"],
    };
    expect(typeText(schema)).toBe(
      "{\n  /** Ends * / here. */\n  readonly a: string;\n  /** Default: `3`. */\n  readonly b?: number | undefined;\n}",
    );
  });

  it.each([
    [{ not: {} }, "no rule for a schema with not"],
    [{ type: "string", if: {} }, "type beside if is not understood"],
    [{ type: "array" }, "an array does not say what it holds"],
    [{ type: "date" }, "no type of JSON: date"],
  ])("is refused rather than guessed: %j", (schema, message) => {
    expect(() => typeText(schema)).toThrow(message);
  });
});

it("an answer is described by the first sentence of each text, without defaults and what all times are", () => {
  const described = (description: string) => ({ type: "string", description });
  const schema = {
    type: "object",
    description: "Of ISO 8.5, say. More.",
    properties: {
      a: { ...described("One; two."), default: "x" },
      b: { type: "array", items: described("No stop") },
      c: { anyOf: [described("First. Second."), { type: "null" }] },
      d: { type: "object", additionalProperties: described("Each. All.") },
      e: { ...described("ISO 8601, UTC."), format: "date-time" },
    },
  };
  expect(briefly(schema)).toEqual({
    type: "object",
    description: "Of ISO 8.5, say.",
    properties: {
      a: described("One; two."),
      b: { type: "array", items: described("No stop") },
      c: { anyOf: [described("First."), { type: "null" }] },
      d: { type: "object", additionalProperties: described("Each.") },
      e: { type: "string", format: "date-time" },
    },
  });
});

it("an error code has the status that operations answer it with, and is missed where none does", () => {
  const answering = (examples: Readonly<Record<string, unknown>>) =>
    ({ responses: { 404: { content: { "application/json": { examples } } } } }) as never;
  expect(errorTypes(["a", "b"], [answering({ a: {} }), answering({ b: {} })])).toContain(
    '  404: "a" | "b";\n',
  );
  expect(() => errorTypes(["a", "b"], [answering({ a: {} })])).toThrow("no operation answers b");
});

describe("a type that repeats another", () => {
  const described = (...names: readonly string[]): JsonSchema => ({
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        { type: "string", description: `What ${name} is, and how long it is kept.` },
      ]),
    ),
    required: names,
  });
  const headings = (...schemas: readonly JsonSchema[]) =>
    declarations(schemas.map((schema, n) => [`T${n}`, schema]))
      .slice(1)
      .map((text) => /interface (.*) \{/.exec(text)![1]);

  it("says so in the shortest way, and writes only what is its own", () => {
    expect(
      headings(
        described("a", "b", "c"),
        described("a", "b", "c", "d"),
        described("a", "b", "e"),
        described("x", "y", "z"),
      ),
    ).toEqual(["T1 extends T0", 'T2 extends Omit<T0, "c">', "T3"]);
    const [, more] = declarations([
      ["T0", described("a", "b", "c")],
      ["T1", described("a", "b", "c", "d")],
    ]);
    expect(more!.match(/readonly \w+/g)).toEqual(["readonly d"]);
  });

  it("does not where a comment, a type or whether it must be there differs", () => {
    const optional = { ...described("a", "b", "c"), required: [] };
    const other = described("a", "b", "c");
    const uncommented = { ...other, properties: { a: {}, b: {}, c: {} } };
    expect(headings(described("a", "b", "c"), optional, uncommented)).toEqual(["T1", "T2"]);
  });
});

describe("a list of words that several types have", () => {
  const { components } = openApiDocument();

  it("is written once, under its name, also where it is a part of a longer one", () => {
    const modes = '"live" | "test"';
    expect(withWordTypes(`a: ${modes} | null`, components.schemas)).toBe("a: Mode | null");
    const types = wordTypes(components.schemas);
    expect(types).toContain('export type EligibilityReason = "ok" | GateCode;');
    expect(types).toMatch(/ RetryReason = .* \| GateCode \| CaptureIssue;/);
    expect(withWordTypes(`readonly (${modes})[]`, components.schemas)).toBe("readonly Mode[]");
  });

  it("is missed where the document has it no more", () => {
    const { Verification: _, ...others } = components.schemas;
    expect(() => wordTypes(others)).toThrow("Verification.mode has no list of words");
  });
});
