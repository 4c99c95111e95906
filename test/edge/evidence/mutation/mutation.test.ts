import { expect, it } from "vitest";
import { PRODUCT, type Rules } from "../model/rules.ts";
import { findFailure } from "../model/sequences.ts";
import { occurrences, withMutant } from "./mutant-rules.ts";
import { MUTANTS, RULES } from "./mutants.ts";

/** The same seed and the same sequences as in `model.test.ts`, as many as are needed. */
const SEED = 12;
const RUNS = 100_000;

/** Whether so many sequences tell the rules from the product's: by a fault, or because they do not run. */
const isCaughtIn = (runs: number) => (broken: Partial<Rules>) => {
  try {
    return findFailure({ ...PRODUCT, ...broken }, SEED, runs) !== null;
  } catch {
    return true;
  }
};

it("finds no violation without a mutation, so that each caught mutant is caught for its change", async () => {
  const unchanged = { name: "none", file: "machine.ts", find: "", replace: "" } as const;
  expect(await withMutant(RULES, unchanged, isCaughtIn(1_000))).toBe(false);
});

it.each(MUTANTS)("is caught: $file, $name", async (mutant) => {
  expect(await occurrences(RULES, mutant)).toBe(1);
  expect(await withMutant(RULES, mutant, isCaughtIn(RUNS))).toBe(true);
});
