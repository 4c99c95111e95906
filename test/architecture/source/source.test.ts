import { expect, it } from "vitest";
import { exportsOf } from "./exports.ts";
import { importsOf } from "./imports.ts";
import { parse } from "./syntax.ts";
import { SOURCES } from "./tree.ts";

const imports = (text: string) => importsOf(parse("sample.tsx", text), text);

it.each([
  ['import a, { b, type C } from "./x.ts";', ["default", "b", "C"], ["default", "b"]],
  ['import {\n  a,\n  b as c,\n} from "./x.ts";', ["a", "b"], ["a", "b"]],
  ['import * as x from "./x.ts";', ["*"], ["*"]],
  ['import "./x.ts";', [], []],
  ['import type { A } from "./x.ts";', ["A"], []],
  ['import { type A, type B } from "./x.ts";', ["A", "B"], []],
  ['export { a as b } from "./x.ts";', ["a"], ["a"]],
  ['export type { A } from "./x.ts";', ["A"], []],
  ['export * from "./x.ts";', ["*"], ["*"]],
  ['const load = async () => <p>{await import("./x.ts")}</p>;', ["*"], ["*"]],
  ['type A = import("./x.ts").A;', ["A"], []],
])("an import is found in: %s", (text, names, values) => {
  expect(imports(text)).toEqual([{ specifier: "./x.ts", names, values }]);
});

it("no import is found in a comment or a string", () => {
  expect(imports('// import "./x.ts";\nconst text = `\nimport "./x.ts";\n`;')).toEqual([]);
});

it("exports of every kind are found", () => {
  const text = `
    export const a = 1, b = 2;
    export function c() {}
    export class D {}
    export interface E {}
    export type F = string;
    export { g as h } from "./x.ts";
    export default 1;
    const hidden = 1;`;
  expect(exportsOf(parse("sample.ts", text))).toEqual(["a", "b", "c", "D", "E", "F", "h", "default"]);
});

/** An independent count without a parser: lines that begin or end as an import does. */
const IMPORT_LINE = /^(?:(?:import|export) .*|\}) from "[^"]+";$|^import "[^"]+";$/gm;

/** Modules that have the text of a module in a string. */
const WRITE_A_MODULE = [
  "edge/reference/pages/set-up.ts",
  "test/local/supervisor/start-on-free-ports.test.ts",
  "test/sdk/chromium/embed.test.ts",
  "test/sdk/client/nfc-double.ts",
  "test/sdk/samples.ts",
];

it("the parser finds every line of the project that reads like an import", () => {
  const missed = SOURCES.filter(
    ({ text, imports }) => (text.match(IMPORT_LINE) ?? []).length > imports.length,
  );
  expect(missed.map(({ path }) => path).sort()).toEqual(WRITE_A_MODULE);
  expect(SOURCES.flatMap(({ imports }) => imports).length).toBeGreaterThan(3 * SOURCES.length);
});
