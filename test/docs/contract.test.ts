import { describe, expect, it } from "vitest";
import { CONTRACT, faultsOf, numbersOf } from "./citations.ts";
import { textFiles } from "./files.ts";

const SELF = "test/docs/";

const sections = textFiles(`${CONTRACT}[0-9]*.md`);
const numbered = sections.flatMap(({ text }) => numbersOf(text));
const numbers = new Set(numbered);
const cited = textFiles("**/*.{ts,tsx,proto,md,toml}").filter(({ path }) => !path.startsWith(SELF));

describe("the contract", () => {
  it("has fourteen sections, each number given once", () => {
    const whole = numbered.filter((number) => !number.includes("."));
    expect(whole.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 14 }, (_, i) => i + 1));
    expect(numbered.filter((number, i) => numbered.indexOf(number) !== i)).toEqual([]);
  });

  it("numbers the headings of each section from 1 without a gap", () => {
    for (const { path, text } of sections) {
      const [section, ...headings] = numbersOf(text).filter((number) => number.split(".").length < 3);
      expect(headings, path).toEqual(headings.map((_, i) => `${section}.${i + 1}`));
    }
  });

  it("is cited by numbers that it has, in code, tests and pages, and nothing outside the repository is", () => {
    expect(cited.flatMap((file) => faultsOf(file, numbers))).toEqual([]);
  });

  it("is cited by many files, so that the check above has seen them", () => {
    const citing = cited.filter(({ text }) => /contract §\d/i.test(text));
    expect(citing.filter(({ path }) => path.startsWith("edge/")).length).toBeGreaterThan(20);
    expect(citing.some(({ path }) => path.startsWith("docs/"))).toBe(true);
  });
});

describe("the check of citations", () => {
  const known = new Set(["3", "3.6", "3.6.4"]);
  const faults = (text: string, path = "edge/some.ts") => faultsOf({ path, text }, known);

  it.each([
    "The evidence (contract §3.6).",
    "Contract §3's table, and contract §3.6.4.",
    "/**\n * What counts as evidence (contract\n * §3.6).\n */",
    "RFC 2046 §5.1.1, arXiv:1907.05047 §4, and § 13 of a law",
  ])("lets pass: %s", (text) => expect(faults(text)).toEqual([]));

  it.each([
    ["The evidence (contract §3.7).", "contract §3.7 leads nowhere"],
    ["As contract §15 says.", "contract §15 leads nowhere"],
    ["Every limit (§10).", "§10 does not say of what"],
    ["The envelope of interface.md, Events.", "interface.md is not in the repository"],
    ["Laid out from ../shared/eval.", "../shared is not in the repository"],
    ["As contract § 3 says.", "contract §  is not in the repository"],
  ])("finds the fault of: %s", (text, fault) => expect(faults(text)).toEqual([`edge/some.ts: ${fault}`]));

  it("lets the contract's own pages leave out whose section it is, and checks the number all the same", () => {
    expect(faults("See §3.6 and §3.7.", `${CONTRACT}03-verifications.md`)).toEqual([
      `${CONTRACT}03-verifications.md: §3.7 leads nowhere`,
    ]);
  });

  it("counts the items of a numbered list under their heading", () => {
    expect(numbersOf("# §3 A\n\n## 3.6 B\n\n1. one\n2. two\n")).toEqual(["3", "3.6", "3.6.1", "3.6.2"]);
  });
});
