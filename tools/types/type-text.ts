import { componentName, type JsonSchema } from "#edge/reference/open-api/json-schema.ts";

const INDENT = "  ";

/** Keywords that narrow a value further than a type of TypeScript can, or that say nothing of its type. */
const UNTYPED = new Set([
  ...["description", "default", "examples", "discriminator"],
  ...["pattern", "format", "minLength", "maxLength"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["minItems", "maxItems", "uniqueItems", "x-scope"],
]);

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** The TypeScript type of a JSON Schema. Throws for an unknown keyword. */
export function typeText(schema: JsonSchema, indent = ""): string {
  const keywords = Object.keys(schema).filter((keyword) => !UNTYPED.has(keyword));
  const rule = RULES.find(({ when }) => when in schema);
  if (rule === undefined) {
    if (keywords.length === 0) return "unknown";
    throw new Error(`no rule for a schema with ${keywords.join(", ")}`);
  }
  const strange = keywords.filter((keyword) => keyword !== rule.when && !rule.reads.includes(keyword));
  if (strange.length > 0) throw new Error(`${rule.when} beside ${strange.join(", ")} is not understood`);
  return rule.write(schema, indent);
}

interface Rule {
  readonly when: string;
  /** Further keywords that the rule heeds. */
  readonly reads: readonly string[];
  write(schema: JsonSchema, indent: string): string;
}

/** The first whose keyword is there holds. */
const RULES: readonly Rule[] = [
  { when: "$ref", reads: [], write: ({ $ref }) => componentName($ref!) },
  { when: "const", reads: ["type"], write: (schema) => JSON.stringify(schema.const) },
  {
    when: "enum",
    reads: ["type"],
    write: (schema) => union(schema.enum!.map((word) => JSON.stringify(word))),
  },
  {
    when: "anyOf",
    reads: [],
    write: ({ anyOf }, indent) => union(anyOf!.map((part) => partText(part, anyOf!, indent))),
  },
  {
    when: "oneOf",
    reads: [],
    write: ({ oneOf }, indent) => union(oneOf!.map((part) => typeText(part, indent))),
  },
  {
    when: "type",
    reads: [
      ...["properties", "required", "additionalProperties", "propertyNames"],
      ...["items", "prefixItems", "contentMediaType"],
    ],
    write: (schema, indent) =>
      union([schema.type!].flat().map((type) => ofType(schema, type as string, indent))),
  },
];

/** Beside known words, `string` alone would take them in, and editors would offer none. */
function partText(part: JsonSchema, parts: readonly JsonSchema[], indent: string): string {
  const text = typeText(part, indent);
  return text === "string" && parts.some((other) => "enum" in other) ? "(string & {})" : text;
}

const union = (types: readonly string[]) => [...new Set(types)].join(" | ");

function ofType(schema: JsonSchema, type: string, indent: string): string {
  if (type === "object") return objectText(schema, indent);
  if (type === "array") return arrayText(schema, indent);
  if (schema.contentMediaType !== undefined) return "Upload";
  const primitive = PRIMITIVES[type];
  if (primitive === undefined) throw new Error(`no type of JSON: ${type}`);
  return primitive;
}

function arrayText({ items, prefixItems }: JsonSchema, indent: string): string {
  const tuple = prefixItems as readonly JsonSchema[] | undefined;
  if (tuple !== undefined) return `readonly [${tuple.map((item) => typeText(item, indent)).join(", ")}]`;
  if (items === undefined || items === false) throw new Error("an array does not say what it holds");
  const entry = typeText(items, indent);
  return `readonly ${isUnion(items) ? `(${entry})` : entry}[]`;
}

const isUnion = ({ enum: words = [], anyOf = [], oneOf = [], type }: JsonSchema): boolean =>
  [words, anyOf, oneOf, [type].flat()].some(({ length }) => length > 1);

function objectText(schema: JsonSchema, indent: string): string {
  const { properties, additionalProperties } = schema;
  if (properties !== undefined) return membersText(schema, indent);
  if (typeof additionalProperties !== "object") return "Record<string, never>";
  const names = schema.propertyNames as JsonSchema | undefined;
  const record = `Record<${names === undefined ? "string" : typeText(names)}, ${typeText(additionalProperties as JsonSchema, indent)}>`;
  // Names from a list are those that may be there, not those that must.
  return `Readonly<${names?.enum === undefined ? record : `Partial<${record}>`}>`;
}

function membersText(schema: JsonSchema, indent: string): string {
  const members = membersOf(schema, indent).map(({ text }) => text);
  return `{\n${members.join("")}${indent}}`;
}

/** A member of a type, as it is written: with its comment, its indentation and the end of its line. */
export interface Member {
  readonly name: string;
  readonly text: string;
}

/** The members of an object with named properties. */
export function membersOf(schema: JsonSchema, indent = ""): readonly Member[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inner = indent + INDENT;
  const members = Object.entries(properties).map(([name, property]) => {
    const text = typeText(property, inner);
    const member = required.includes(name) ? `${name}: ${text}` : `${name}?: ${text} | undefined`;
    return { name, text: `${commentText(explanation(property), inner)}${inner}readonly ${member};\n` };
  });
  // An object that is open on purpose has unknown members.
  const open = { name: "[name: string]", text: `${inner}readonly [name: string]: unknown;\n` };
  return typeof additionalProperties === "object" ? [...members, open] : members;
}

function explanation({ description, default: fallback, "x-scope": scope }: JsonSchema): string {
  const usual = fallback === undefined ? [] : [`Default: \`${JSON.stringify(fallback)}\`.`];
  const scoped = scope === undefined ? [] : [`Absent for a restricted key without \`${scope}\`.`];
  return [...(description === undefined ? [] : [description]), ...usual, ...scoped].join(" ");
}

/** The text as a comment before a declaration; empty for no text. */
export function commentText(text: string, indent = ""): string {
  return text === "" ? "" : `${indent}/** ${text.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n`;
}
