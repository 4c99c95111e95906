import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, textFiles } from "./files.ts";

/** A row of the README's table of figures: its claim, and the page with the measurement. */
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

it("a figure that has drifted is found", () => {
  expect(missing("4.0 % [1.2–8.5]", "| FNMR | 4.1 % [1.2–8.5] |")).toEqual(["4.0"]);
});

/** A page of measurements that a section links to, from the page's own folder. */
const SOURCE = /\]\(([^)#]*project\/measurements\/[\w-]+\.md)/g;

/** A count or a share: `19 of 210`, `4.0 %`. */
const FIGURE = /\d[\d.,]* of \d[\d,]*|\d[\d.,]* %/g;

/** Figures in a section's tables that are not found on a page of measurements linked from it. */
function unmeasured(path: string, section: string): string[] {
  const sources = [...section.matchAll(SOURCE)].map(([, target]) => read(join(dirname(path), target!)));
  if (sources.length === 0) return [];
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  const figures = rows.flatMap((row) => row.match(FIGURE) ?? []);
  return figures.filter((figure) => !sources.some((source) => source.includes(figure)));
}

it("every figure in a table of a page stands on a page of measurements that its section links to", () => {
  const sections = textFiles("docs/{tutorials,how-to,reference,explanation}/*.md").flatMap(({ path, text }) =>
    text.split("\n## ").map((section) => ({ path, section })),
  );
  expect(sections.filter(({ section }) => section.match(SOURCE) !== null).length).toBeGreaterThan(8);
  expect(sections.flatMap(({ path, section }) => unmeasured(path, section))).toEqual([]);
});

it("a figure of a page that has drifted is found", () => {
  const section = "| edits | 133 of 210 |\n\n[forgery](../project/measurements/forgery.md)";
  expect(unmeasured("docs/explanation/page.md", section)).toEqual(["133 of 210"]);
});
