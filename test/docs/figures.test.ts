import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./files.ts";

/** A row of the README's table of figures: what it claims, and the page that says how it was measured. */
const ROW = /^\| [^|]+ \| ([^|]+) \| \[[\w ]+\]\((docs\/project\/measurements\/[\w-]+\.md)\) \|$/gm;

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const numbersOf = (text: string) => text.match(/\d[\d.,]*\d|\d/g) ?? [];

/** Numbers of a claim that its page lacks. */
const missing = (claim: string, page: string) => {
  const measured = new Set(numbersOf(page));
  return numbersOf(claim).filter((number) => !measured.has(number));
};

it("every figure of the README stands on the page that it links to", () => {
  const rows = [...read("README.md").matchAll(ROW)];
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.flatMap(([, claim, path]) => missing(claim!, read(path!)))).toEqual([]);
});

it("a figure that has drifted is told", () => {
  expect(missing("4.0 % [1.2–8.5]", "| FNMR | 4.1 % [1.2–8.5] |")).toEqual(["4.0"]);
});
