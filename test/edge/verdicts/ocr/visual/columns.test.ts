import { expect, it } from "vitest";
import { withValuesApart } from "#edge/verdicts/ocr/visual/columns.ts";
import { line } from "#test/harness/edge/inference-results.ts";

const texts = (...lines: ReturnType<typeof line>[]) => withValuesApart(lines).map(({ text }) => text);
const [name, address] = [line("Name", 100), line("Address", 100, 560)];

it("values of two columns that were read as one line are two, as the labels above them stand", () => {
  expect(texts(name, address, line("GEORGE PEMBERTON-HALE 77 ORCHARD LANE", 124))).toEqual([
    ...["Name", "Address", "GEORGE PEMBERTON-HALE", "77 ORCHARD LANE"],
  ]);
});

it("a value under one label is one line, and so is one without a gap near the second label", () => {
  for (const lines of [
    [name, line("GEORGE PEMBERTON-HALE 77 ORCHARD LANE", 124)],
    [name, address, line("GEORGE PEMBERTON", 124)],
    [name, address, line("GEORGE PEMBERTON-HALE-ORCHARD-LANE", 124)],
  ]) {
    expect(texts(...lines)).toEqual(lines.map(({ text }) => text));
  }
});
