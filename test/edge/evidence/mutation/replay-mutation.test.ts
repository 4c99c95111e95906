import { describe, expect, it } from "vitest";
import * as replay from "#edge/verdicts/replay/replay.ts";
import { occurrences, withMutant } from "./mutant-rules.ts";
import { type Replays, said } from "./replay-cases.ts";
import { CHECK_CASES } from "./replay-check-cases.ts";
import { REPLAY, REPLAY_MUTANTS } from "./replay-mutants.ts";
import { RULE_CASES } from "./replay-rule-cases.ts";

const CASES = [...RULE_CASES, ...CHECK_CASES];

describe("a replay under another policy", () => {
  it.each(CASES)("says that $name", (each) => {
    expect(said(replay, each)).toBe(each.says);
  });
});

const isCaught = (rules: Replays) =>
  CASES.some((each) => {
    try {
      return said(rules, each) !== each.says;
    } catch {
      return true;
    }
  });

it("finds no fault without a mutation", async () => {
  const unchanged = { name: "none", file: "replay.ts", find: "", replace: "" };
  expect(await withMutant(REPLAY, unchanged, isCaught)).toBe(false);
});

it.each(REPLAY_MUTANTS)("is caught: $file, $name", async (mutant) => {
  expect(await occurrences(REPLAY, mutant)).toBe(1);
  expect(await withMutant(REPLAY, mutant, isCaught)).toBe(true);
});
