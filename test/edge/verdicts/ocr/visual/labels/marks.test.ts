import { expect, it } from "vitest";
import { withoutMarks } from "#edge/verdicts/ocr/visual/labels/marks.ts";
import { readViz } from "#edge/verdicts/ocr/visual/viz.ts";
import { line } from "#test/harness/edge/inference-results.ts";

/** stripe/stripe-android#9049: a German card's marks, and its name at birth, as parts of the surname. */
const NOW = Date.UTC(2026, 10, 27);
const texts = (...lines: ReturnType<typeof line>[]) => withoutMarks(lines).map(({ text }) => text);
const read = (...lines: ReturnType<typeof line>[]) =>
  Object.fromEntries([...readViz(lines, NOW)].map(([key, { value }]) => [key, value]));

it.each([
  ["[a]HOFMEISTER", "HOFMEISTER"],
  ["[al Name/Surname", "Name/Surname"],
  ["(b] LINDENAU", "LINDENAU"],
  ["(1) HOFMEISTER", "HOFMEISTER"],
  ["a) Name", "Name"],
  ["1. HOFMEISTER", "HOFMEISTER"],
  ["HOFMEISTER [a]", "HOFMEISTER"],
  ["[a] 12.08.1983", "12.08.1983"],
])("a mark beside a label or a value belongs to neither: %s", (text, plain) => {
  expect(texts(line(text, 100))).toEqual([plain]);
});

it.each([
  "1. Dez 2020",
  "LILLE (59)",
  "Prenom(s)",
  "Ne(e) le",
  "12 HARBOUR ROAD",
  "A) B",
  "(Al) Hassan",
  "1.2.2020",
])("%s has no such mark", (text) => {
  expect(texts(line(text, 100))).toEqual([text]);
});

it("a mark alone is no line", () => {
  expect(texts(line("[a]", 100), line("HOFMEISTER", 100, 400))).toEqual(["HOFMEISTER"]);
});

it("of two marked labels in a row each has its own value, and a name at birth is no field", () => {
  const rest = [line("Vornamen/Given names", 190), line("KLARA JOHANNA", 214)];
  const values = [line("[a]HOFMEISTER", 124), line("[b] LINDENAU", 148)];
  const named = {
    full_name: "KLARA JOHANNA HOFMEISTER",
    first_name: "KLARA JOHANNA",
    last_name: "HOFMEISTER",
  };
  const labels = "[a] Name/Surname/Nom [b] Geburtsname/Name at birth/Nom de naissance";
  expect(read(line(labels, 100), ...values, ...rest)).toEqual(named);
  expect(read(line("Name/Surname/Nom", 100), ...values, ...rest)).toEqual(named);
});
