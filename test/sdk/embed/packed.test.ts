import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { installPacked } from "../installed.ts";

const README = readFileSync(join(import.meta.dirname, "../../../sdk/embed/README.md"), "utf8");
/** The examples with types, in their order: a page with a bundler, and the props of JSX. */
const [page, jsx] = [...README.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!);
const DOM = ["es2022", "dom"];
/** As much of React as the example names. */
const REACT = 'declare module "react" { namespace JSX { interface IntrinsicElements {} } }';

const installed = await installPacked("sdk/embed");

it("the package has at most 8 KiB and needs nothing else", () => {
  expect(installed.packed.size).toBeLessThan(8 * 1024);
  expect(globSync("node_modules/*", { cwd: installed.folder })).toEqual(["node_modules/@selfsame"]);
});

it("the examples of its page compile, and JSX then knows the element", async () => {
  await installed.write("page.ts", page!);
  expect(await installed.complaints("page.ts", DOM)).toBe("");
  await installed.write("react.d.ts", REACT);
  const use = `/// <reference path="react.d.ts" />\n${jsx}
    export const right: import("react").JSX.IntrinsicElements["selfsame-verify"] = { tenant: "tnt_1", theme: "dark" };`;
  await installed.write("jsx.ts", use);
  expect(await installed.complaints("jsx.ts", DOM)).toBe("");
});

it.each([
  ["a token in place of a provider", '{ tenant: "tnt_1", token: "svc_tok_test_a" }', "TokenReason"],
  ["no tenant", "{ token: grant }", "tenant"],
  ["a theme that is none", '{ tenant: "tnt_1", token: grant, theme: "blue" }', '"blue"'],
])("%s does not compile", async (_, options, complaint) => {
  await installed.write("wrong.ts", `${page}\nmount(place, ${options});`);
  expect(await installed.complaints("wrong.ts", DOM)).toContain(complaint);
});

it("can be loaded if there is no page, as by a server that renders one", async () => {
  await installed.write(
    "main.mjs",
    'console.log(Object.keys(await import("@selfsame/embed")).sort().join());',
  );
  expect(await installed.run(process.execPath, "main.mjs")).toBe("mount,open\n");
});
