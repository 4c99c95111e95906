import { expect, it } from "vitest";
import { withLabelsApart } from "#edge/verdicts/ocr/visual/labels/labels.ts";
import { readViz } from "#edge/verdicts/ocr/visual/viz.ts";
import { line } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);

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
