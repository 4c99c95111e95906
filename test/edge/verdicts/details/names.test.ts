import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compareDetails } from "#edge/verdicts/details/compare.ts";
import type { Fields } from "#edge/verdicts/ocr/field.ts";
import { DETAIL_RESULTS } from "#vocabulary/details.ts";

const PAGE = join(import.meta.dirname, "../../../../docs/reference/expected-details.md");

interface Pair {
  readonly expected: string;
  readonly document: string;
  readonly isCut: boolean;
  readonly result: string;
}

/** The published pairs: the page's last table. */
const PAIRS: readonly Pair[] = readFileSync(PAGE, "utf8")
  .split("| expected | on the document |")[1]!
  .split("\n")
  .filter((line) => line.startsWith("|") && !line.startsWith("| ---") && line.includes("`"))
  .map((line) => {
    const [, expected, document, result] = line.split("|").map((cell) => cell.trim());
    const isCut = document!.endsWith(", cut");
    return { expected: expected!, document: document!.replace(", cut", ""), isCut, result: result! };
  });

const field = (value: string) => ({ value, confidence: 0.99, source: "mrz", bbox: null }) as const;

function documentOf(name: string): Fields {
  const [given, family] = name.split(" / ");
  if (family === undefined) return { full_name: field(given!), last_name: field(given!) };
  return { first_name: field(given!), last_name: field(family), full_name: field(`${given} ${family}`) };
}

function expectedOf(name: string) {
  const [given, family] = name.split(" / ");
  return family === undefined ? { full_name: name } : { first_name: given!, last_name: family };
}

const mrzOf = (isCut: boolean) => {
  const line = `P<UTO${"X".repeat(39)}`;
  return { format: "TD3", lines: [isCut ? line : `${line.slice(0, 30)}${"<".repeat(14)}`, ""] } as never;
};

/** The worst result of the name's fields, as the page writes it. */
function compared({ expected, document, isCut }: Pair, match: "tolerant" | "exact" = "tolerant"): string {
  const read = { fields: documentOf(document), mrz: mrzOf(isCut) };
  const details = compareDetails(expectedOf(expected), read, match);
  const worst = details.toSorted(
    (a, b) => DETAIL_RESULTS.indexOf(b.result) - DETAIL_RESULTS.indexOf(a.result),
  )[0]!;
  const isNormalised = worst.result === "match" && details.some(({ normalised }) => normalised);
  return `\`${worst.result}\`${isNormalised ? ", normalised" : ""}`;
}

it("the published table has at least 40 pairs", () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(40);
});

it.each(PAIRS)("$expected and $document are $result", (pair) => {
  expect(compared(pair)).toBe(pair.result);
});

it.each(PAIRS.filter(({ result }) => result.includes("normalised")))(
  "with exact names, $expected and $document are close",
  (pair) => {
    expect(compared(pair, "exact")).toBe("`close`");
  },
);

it.each([
  ["a mark of direction", "Anna\u200f Eriksson"],
  ["an invisible character", "An\u200bna Eriksson"],
  ["a soft hyphen", "An\u00adna Eriksson"],
  ["Cyrillic letters that look alike", "Аnnа Eriksson"],
  ["Greek letters that look alike", "Αnna Eriksson"],
  ["full-width letters", "Ａｎｎａ Eriksson"],
  ["a mark that combines with no letter", "Anna\u0332 Eriksson"],
  ["a mark on a letter of the name", "A\u0323nna Eri\u0331ksson"],
  ["letters of mathematics", "𝐀nna Eriksson"],
])("a name with %s does not match", (_, full_name) => {
  const read = { fields: documentOf("ANNA / ERIKSSON"), mrz: null };
  const [detail] = compareDetails({ full_name }, read, "tolerant");
  expect(detail?.result).not.toBe("match");
});

it("a name that the MRZ spells differently than the print matches in both spellings", () => {
  const both = (value: string, transliteration?: string) =>
    ({ ...field(value), source: "both", ...(transliteration && { transliteration }) }) as const;
  const fields = { first_name: both("Jörg"), last_name: both("Weiß-Müller", "WEISS MUELLER") };
  const resultOf = (last_name: string) => compareDetails({ last_name }, { fields, mrz: null }, "exact")[0];
  for (const name of ["Weiß-Müller", "Weiss Mueller"]) {
    expect(resultOf(name)).toMatchObject({ result: "match", normalised: false, isCertain: true });
  }
  expect(resultOf("Weisz Müller")?.result).not.toBe("match");
});
