import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { REASONS } from "#edge/verification/reasons/messages.ts";
import { currentPages } from "#tools/reference/main.ts";
import { fillPages, table } from "#tools/reference/markdown.ts";

it("docs/reference is current: npm run generate writes it", async () => {
  const pages = await currentPages();
  expect(pages.size).toBeGreaterThan(10);
  for (const [path, text] of pages) expect(readFileSync(path, "utf8"), path).toBe(text);
});

it("decision-reasons.md has an entry for every code of decision_reasons, and the entry's anchor", async () => {
  const page = [...(await currentPages())].find(([path]) => path.endsWith("decision-reasons.md"))![1];
  for (const code of REASONS.keys()) expect(page).toContain(`<a id="reason-${code}"></a>\`${code}\``);
});

it("writes a page's regions again and leaves the rest", () => {
  const page = "# A\n\n<!-- generated: some -->\nold\n<!-- end -->\n\nB\n";
  const filled = "# A\n\n<!-- generated: some -->\n\nnew\n\n<!-- end -->\n\nB\n";
  expect(fillPages(new Map([["a", page]]), { some: "new" })).toEqual(new Map([["a", filled]]));
  expect(fillPages(new Map([["a", filled]]), { some: "new" })).toEqual(new Map([["a", filled]]));
});

it("throws for a region that nothing makes, and for a text without a region", () => {
  const page = new Map([["a", "<!-- generated: none -->\n<!-- end -->"]]);
  expect(() => fillPages(page, {})).toThrow("Nothing generates the region none.");
  expect(() => fillPages(new Map(), { some: "new" })).toThrow("No page has a region for some.");
});

it("keeps a cell on its line, with its bars as text", () => {
  expect(table(["a", "b"], [["1\n2", "x|y"]])).toBe("| a | b |\n| --- | --- |\n| 1 2 | x\\|y |");
});
