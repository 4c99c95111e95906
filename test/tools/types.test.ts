import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../edge/reference/open-api/json-schema.ts";
import { openApiDocument } from "../../edge/reference/routes.ts";
import { modulesOf } from "../../tools/types/document-text.ts";
import { typeText } from "../../tools/types/type-text.ts";

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
    [{ type: "array", items: { type: "string" } }, "ReadonlyArray<string>"],
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
