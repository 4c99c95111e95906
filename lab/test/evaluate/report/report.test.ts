import { expect, it } from "vitest";
import { percent, wilson, withInterval } from "../../../evaluate/report/figures.ts";
import { toMarkdown } from "../../../evaluate/report/markdown.ts";
import { histogram, plotLines } from "../../../evaluate/report/plot.ts";

it("a report is Markdown: facts, then sections of text, table and drawings", () => {
  const plot = { file: "roc.svg", title: "ROC", svg: "<svg/>" };
  const section = {
    heading: "Levels",
    text: "As measured.",
    table: { columns: ["level", "FMR"], rows: [["a|b", 0.5]] },
    plots: [plot],
  };
  expect(toMarkdown({ title: "Faces", facts: { pack: "bundled", photos: 3 }, sections: [section] })).toBe(
    "# Faces\n\n- pack: bundled\n- photos: 3\n\n## Levels\n\nAs measured.\n\n| level | FMR |\n| --- | --- |\n| a\\|b | 0.5 |\n\n![ROC](roc.svg)\n",
  );
});

it("rates are told in per cent with two figures at least; what was not measured is a dash", () => {
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

it("lines lie where their values are on the axes; what is outside lies on the edge", () => {
  const linear = { label: "y", min: 0, max: 1, scale: "linear" } as const;
  const log = { label: "a < b", min: 0.001, max: 1, scale: "log" } as const;
  const svg = plotLines("t", log, linear, [
    {
      name: "s",
      points: [
        [0, 0],
        [0.001, 0],
        [1, 1],
        [2, 2],
      ],
    },
  ]);
  expect(svg).toContain('points="70.0,380.0 70.0,380.0 620.0,40.0 620.0,40.0"');
  expect(svg).toContain("a &lt; b");
});

it("a histogram's steps hold every value once", () => {
  const { points } = histogram("h", [0, 0.1, 0.6, 1, 5], [0, 1], 2);
  expect(points).toEqual([
    [0, 0.4],
    [0.5, 0.4],
    [0.5, 0.6],
    [1, 0.6],
  ]);
});

it("nothing seen in a few trials is not never", () => {
  expect(wilson(0, 10)[0]).toBe(0);
  expect(wilson(0, 10)[1]).toBeCloseTo(0.2775, 3);
  expect(wilson(8, 10).map((bound) => Number(bound.toFixed(3)))).toEqual([0.49, 0.943]);
  expect(wilson(0, 0)).toEqual([0, 1]);
});
