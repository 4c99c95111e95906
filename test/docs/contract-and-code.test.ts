import { describe, expect, it } from "vitest";
import { ID_PREFIXES } from "#edge/core/ids.ts";
import { ERROR_STATUS } from "#edge/http/status.ts";
import { openApiDocument } from "#edge/reference/routes.ts";
import { policySchema } from "#edge/verification/policy.ts";
import { allCommands } from "#local/admin/run.ts";
import { CONTRACT } from "./citations.ts";
import { textFiles } from "./files.ts";

/** The contract is complete: it documents every response of the service and its commands. */
const sections = textFiles(`${CONTRACT}[0-9]*.md`);
const contract = sections.map(({ text }) => text).join("\n");
const sectionOf = (number: string) => sections.find(({ text }) => text.startsWith(`# §${number} `))!.text;

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const says = (text: string, word: string) => new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w])`).test(text);

/** Every object within a value, itself included. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

const document = openApiDocument();

describe("the contract names what the OpenAPI document serves", () => {
  it("every operation's path", () => {
    const paths = Object.keys(document.paths ?? {}).map((path) => path.replaceAll(/\{(\w+)\}/g, ":$1"));
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !contract.includes(path))).toEqual([]);
  });

  it("every word of every vocabulary: statuses, reasons, types, signals, checks, levels", () => {
    const words = objectsIn(document)
      .flatMap((schema) => (Array.isArray(schema.enum) ? schema.enum : []))
      .filter((word) => typeof word === "string");
    expect(new Set(words).size).toBeGreaterThan(150);
    expect([...new Set(words)].filter((word) => !says(contract, word))).toEqual([]);
  });

  it("every field of what is answered", () => {
    // The JWK members, the title of a problem (RFC 9457) and the test event are defined elsewhere.
    const foreign = ["kty", "kid", "title", "endpoint_id"];
    const fields = objectsIn(document.components?.schemas).flatMap(({ properties }) =>
      typeof properties === "object" && properties !== null ? Object.keys(properties) : [],
    );
    const missing = [...new Set(fields)].filter((field) => !says(contract, field));
    expect(missing.filter((field) => !foreign.includes(field))).toEqual([]);
  });

  it("every error code, in the row of its status", () => {
    const rows = new Map(
      [...sectionOf("9").matchAll(/^\| (\d+) \|.*$/gm)].map(([row, status]) => [status!, row]),
    );
    const wrong = Object.entries(ERROR_STATUS).filter(
      ([code, status]) => !says(rows.get(`${status}`) ?? "", code),
    );
    expect(wrong).toEqual([]);
  });
});

it("the contract's table of policies has every key with its default", () => {
  const rows = new Map(
    [...sectionOf("3").matchAll(/^\| `(\w+)` \|.*\| (.*) \|$/gm)].map(([, key, usual]) => [key!, usual!]),
  );
  // Values that depend on other keys are described in words.
  const { require_face_match: _, steps: __, ...usual } = policySchema.parse({});
  const shown = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(shown).join(", ");
    if (typeof value === "number") return value.toLocaleString("en");
    return value === null ? "null" : `\`${value}\``;
  };
  const expected = Object.entries(usual).map(([key, value]) => [key, shown(value)]);
  expect(expected.map(([key]) => [key, rows.get(key!)])).toEqual(expected);
});

it("the contract names every prefix of an identifier", () => {
  expect(Object.values(ID_PREFIXES).filter((prefix) => !sectionOf("1").includes(`\`${prefix}\``))).toEqual(
    [],
  );
});

it("the contract names every command of the operator, and its flags", async () => {
  const commands = Object.entries(await allCommands());
  expect(commands.length).toBeGreaterThan(20);
  const rows = new Map(
    [...sectionOf("12").matchAll(/^\| ([\w-]+) \|(.*)$/gm)].map(([, noun, row]) => [noun!, row!]),
  );
  const missing = commands.flatMap(([name, { flags }]) => {
    const [noun, verb] = name.split(" ") as [string, string];
    return [verb, ...Object.keys(flags).map((flag) => `--${flag}`)]
      .filter((word) => !says(rows.get(noun) ?? "", word))
      .map((word) => `${name}: ${word}`);
  });
  expect(missing).toEqual([]);
});
