import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { image, liftLimits } from "#test/harness/edge/check-edge.ts";
import { MRZ, reading } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";
import { DETAIL_RESULTS } from "#vocabulary/details.ts";
import { expecting } from "../edge/api/verifications/expecting.ts";

/** Names that a tenant expects, compared by HTTP with those of a document (contract §3.10). */

const edge = await useCheckEdge();
liftLimits(edge);
const { begin, show } = expecting(edge);

const PAGE = join(import.meta.dirname, "../../docs/reference/expected-details.md");

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

const UNNAMED = reading().lines.filter(({ text }) => !/Surname|Eriksson$/.test(text));

/** A passport whose MRZ has this name, written as on the page; its print shows none. */
function passportOf(name: string, isCut = false) {
  const [given, family] = name.split(" / ");
  const names = {
    primary_identifier: family ?? given!,
    secondary_identifier: family === undefined ? "" : given!,
  };
  const fields = MRZ.fields.map((each) => ({
    ...each,
    value: names[each.name as keyof typeof names] ?? each.value,
  }));
  const line = `P<UTO${"X".repeat(39)}`;
  const lines = [isCut ? line : `${line.slice(0, 30)}${"<".repeat(14)}`, MRZ.lines[1]!];
  return reading({ lines: UNNAMED, mrz: { ...MRZ, fields, lines } });
}

const named = (name: string) => {
  const [given, family] = name.split(" / ");
  return family === undefined ? { full_name: name } : { first_name: given!, last_name: family };
};

/** The worst result of the name's fields, as the page writes it. */
async function compared(name: object, document: ReturnType<typeof passportOf>, policy = {}): Promise<string> {
  edge.answers.reading = document;
  const { body } = await show(await begin({ expected: name, policy }), { front: image(1) }, edge.key);
  const details: { result: (typeof DETAIL_RESULTS)[number]; normalised: boolean }[] =
    body.verification.details;
  const worst = details.toSorted(
    (a, b) => DETAIL_RESULTS.indexOf(b.result) - DETAIL_RESULTS.indexOf(a.result),
  )[0]!;
  const isNormalised = worst.result === "match" && details.some(({ normalised }) => normalised);
  return `\`${worst.result}\`${isNormalised ? ", normalised" : ""}`;
}

it("at least 40 pairs of names are compared as the reference publishes them, also with exact names", async () => {
  expect(PAIRS.length).toBeGreaterThanOrEqual(40);
  for (const { expected, document, isCut, result } of PAIRS) {
    const shown = passportOf(document, isCut);
    const pair = `${expected} and ${document}`;
    expect.soft(await compared(named(expected), shown), pair).toBe(result);
    if (!result.includes("normalised")) continue;
    const exact = await compared(named(expected), shown, { expected_name_match: "exact" });
    expect.soft(exact, `${pair}, exact`).toBe("`close`");
  }
});

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
  ["decomposed letters", "Anna\u0308 Eriksson"],
])("a name with %s is rejected or does not match", async (_, full_name) => {
  const asked = { customer_ref: "tricks", expected: { full_name } };
  const created = await edge.call("POST", "/v1/verifications", edge.key, asked);
  if (created.status === 201) {
    expect(await compared({ full_name }, passportOf("ANNA / ERIKSSON"))).not.toContain("`match`");
  } else {
    expect([outcome(created), created.body.error.param]).toEqual([
      "400 invalid_parameter",
      "expected.full_name",
    ]);
  }
});
