import { expect, it } from "vitest";
import { PRODUCT, type Rules } from "../model/rules.ts";
import { findFailure } from "../model/sequences.ts";
import { CREDENTIAL_MUTANTS, CREDENTIAL_RULES } from "./credential-mutants.ts";
import { occurrences, withMutant } from "./mutant-rules.ts";
import { MUTANTS, RULES } from "./mutants.ts";

/** The same seed and the same sequences as in `model.test.ts`, as many as are needed. */
const SEED = 12;
const RUNS = 100_000;
/** The rarest are caught after 40,000 sequences. The limit allows for a busy machine. */
const PATIENCE_MS = 180_000;

/** Whether so many sequences tell the rules from the product's: by a fault, or because they do not run. */
const isCaughtIn = (runs: number) => (broken: Partial<Rules>) => {
  try {
    return findFailure({ ...PRODUCT, ...broken }, SEED, runs) !== null;
  } catch (error) {
    // A stack that overflows is the model's own error, and would pass for a caught mutant.
    if (error instanceof RangeError) throw error;
    return true;
  }
};

it.each([
  ["decisions", RULES],
  ["credentials", CREDENTIAL_RULES],
])(
  "finds no violation of the rules of %s without a mutation, so that each is caught for its change",
  async (_, rules) => {
    const unchanged = { name: "none", file: rules.copied[0]!, find: "", replace: "" };
    expect(await withMutant(rules, unchanged, isCaughtIn(1_000))).toBe(false);
  },
);

it.each(MUTANTS)(
  "is caught: $file, $name",
  async (mutant) => {
    expect(await occurrences(RULES, mutant)).toBe(1);
    expect(await withMutant(RULES, mutant, isCaughtIn(RUNS))).toBe(true);
  },
  PATIENCE_MS,
);

it.each(CREDENTIAL_MUTANTS)(
  "is caught: $file, $name",
  async (mutant) => {
    expect(await occurrences(CREDENTIAL_RULES, mutant)).toBe(1);
    expect(await withMutant(CREDENTIAL_RULES, mutant, isCaughtIn(RUNS))).toBe(true);
  },
  PATIENCE_MS,
);
