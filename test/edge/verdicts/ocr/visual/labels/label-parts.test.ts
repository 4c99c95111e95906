import { expect, it } from "vitest";
import { withLabelsApart, withLabelsWhole } from "#edge/verdicts/ocr/visual/labels/labels.ts";
import { readViz } from "#edge/verdicts/ocr/visual/viz.ts";
import { line } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const texts = (...lines: ReturnType<typeof line>[]) => withLabelsWhole(lines).map(({ text }) => text);
/** "Placeof" ends 84 pixels from its left edge; lines are 20 high. */
const part = line("Placeof", 100);

it("a label that was read in two parts is one, with its value beneath it", () => {
  const lines = [part, line("birth", 100, 400), line("KALDOR", 124)];
  expect(texts(...lines)).toEqual(["Placeof birth", "KALDOR"]);
  expect(readViz(lines, NOW).get("place_of_birth")?.value).toBe("KALDOR");
});

it("parts that stand apart, say nothing together, or have a value behind them are left alone", () => {
  for (const lines of [
    [part, line("birth", 100, 410)],
    [part, line("KALDOR", 100, 400)],
    [line("Date of", 100), line("birth12.08.1974", 100, 400)],
    [line("Name", 100), line("Sex", 100, 360)],
  ]) {
    expect(texts(...lines)).toEqual(lines.map(({ text }) => text));
  }
});

it("the labels of two columns that were read as one line are two, each with its value beneath it", () => {
  const label = line("Vornamen / Prénoms / Vornamen Geldig tot/ Date d'expiration", 100);
  expect(withLabelsApart([label]).map(({ text }) => text)).toEqual([
    "Vornamen / Prénoms / Vornamen",
    "Geldig tot/ Date d'expiration",
  ]);
  const page = [label, line("SANNE", 124), line("12.03.2034", 124, 700), line("Surname", 160)];
  expect(readViz(page, NOW).get("first_name")?.value).toBe("SANNE");
  expect(readViz(page, NOW).get("date_of_expiry")?.value).toBe("2034-03-12");
});

it.each(["Name / Surname / Nom", "Nationality / Date of birth", "Place of birth KALDOR", "Sexe / Sex"])(
  "%s is one line",
  (text) => {
    expect(withLabelsApart([line(text, 100)])).toHaveLength(1);
  },
);

it("so are those of which the second is legible in one language only", () => {
  const label = line("NUME DE FAMILIE / NOM DE FAMILLE DATA NATERI / DATE DE NAISSANCE", 100);
  expect(withLabelsApart([label]).map(({ text }) => text)).toEqual([
    "NUME DE FAMILIE / NOM DE FAMILLE",
    "DATA NATERI / DATE DE NAISSANCE",
  ]);
});

it("no more than twenty pairs of a page's lines are tried", () => {
  const pairs = (count: number) =>
    Array.from({ length: count }, (_, i) => [line("Xyzxyz", 40 * i), line("xyz", 40 * i, 376)]).flat();
  const label = [line("Placeof", 5000), line("birth", 5000, 400)];
  expect(texts(...pairs(19), ...label)).toContain("Placeof birth");
  expect(texts(...pairs(20), ...label)).not.toContain("Placeof birth");
});
