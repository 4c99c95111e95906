import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LIVENESS_REASONS, verdict } from "#edge/verdicts/liveness/reasons.ts";
import { GATES, isOfTheDocument } from "#edge/verdicts/ocr/gates.ts";
import { livenessOutcome } from "#edge/verdicts/outcomes/step-outcome.ts";
import { REASONS } from "#edge/verification/reasons/messages.ts";
import { LEADS } from "#tools/reference/leads.ts";
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

it("decision-reasons.md says of each reason of liveness, and of each gate, what the rules do", () => {
  const leads: Readonly<Record<string, string>> = LEADS;
  const OF_OUTCOMES = { retry: "another photo", capture_quality: "another photo", step_up: "a challenge" };
  const words = { ...OF_OUTCOMES, adverse: "review", failed: "declined", review: "review", passed: "none" };
  for (const reason of LIVENESS_REASONS.filter((each) => each !== "live")) {
    const judged = verdict({ blocked: reason, score: 0, threshold: 1, short: reason });
    expect([reason, leads[reason]]).toEqual([reason, words[livenessOutcome(judged).outcome]]);
  }
  for (const { code } of GATES)
    expect([code, leads[code]]).toEqual([code, isOfTheDocument(code) ? "another document" : "another photo"]);
});

it("policy.md has every field, those of inner objects too, and defaults that the API accepts", async () => {
  const page = [...(await currentPages())].find(([path]) => path.endsWith("policy.md"))![1];
  expect(page).toContain('| `credential` | `object` | `{"accept":["mdl","photo_id","pid"]}` |');
  expect(page).toContain(
    '| `credential.accept` | list of `mdl`, `photo_id`, `pid`, `age` | `["mdl","photo_id","pid"]` |',
  );
  expect(page).toContain("| `external_checks` | list of `object` | none |");
  expect(page).toContain("| `external_checks[].name` | `string` | required |");
  expect(page).toContain("| `external_checks[].deadline_seconds` | 60–86,400 | `3600` |");
  expect(page).toContain("| `external_checks[].on_deadline` | `review`, `decline` | `review` |");
  expect(page).toContain("| `[]` | The fields of the document that");
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
