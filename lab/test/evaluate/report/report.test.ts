import { expect, it } from "vitest";
import { percent, wilson, withInterval } from "../../../evaluate/report/figures.ts";
import { toMarkdown } from "../../../evaluate/report/markdown.ts";

it("a report is Markdown: facts, then sections of text and table", () => {
  const section = {
    heading: "Levels",
    text: "As measured.",
    table: { columns: ["level", "FMR"], rows: [["a|b", 0.5]] },
  };
  expect(toMarkdown({ title: "Faces", facts: { bundle: "bundled", photos: 3 }, sections: [section] })).toBe(
    "# Faces\n\n- bundle: bundled\n- photos: 3\n\n## Levels\n\nAs measured.\n\n| level | FMR |\n| --- | --- |\n| a\\|b | 0.5 |\n",
  );
});

it("rates are in per cent with at least two figures; a rate that was not measured is a dash", () => {
  expect([0, 0.000123, 0.0456, 0.5, 1, Number.NaN].map(percent)).toEqual([
    "0.0 %",
    "0.012 %",
    "4.6 %",
    "50.0 %",
    "100.0 %",
    "–",
  ]);
  expect(withInterval(0.05, [0.01, 0.1])).toBe("5.0 % [1.0–10.0]");
});

it("nothing seen in a few trials is not never", () => {
  expect(wilson(0, 10)[0]).toBe(0);
  expect(wilson(0, 10)[1]).toBeCloseTo(0.2775, 3);
  expect(wilson(8, 10).map((bound) => Number(bound.toFixed(3)))).toEqual([0.49, 0.943]);
  expect(wilson(0, 0)).toEqual([0, 1]);
});
