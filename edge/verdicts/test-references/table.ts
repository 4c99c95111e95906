import { isWithinOneEdit, mistypedName } from "../../../vocabulary/edit-distance.ts";
import type { Mode } from "../../core/scope.ts";
import { type LivenessVerdict, verdict } from "../liveness/reasons.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";

/** The fixed findings of a test reference, for any valid image. */
export interface FixedOutcome {
  readonly liveness: "live" | "print_attack";
  readonly fraud: "clean" | "suspicious" | "fraudulent";
  /** Whether every check leads to a review, whatever the policy. */
  readonly review: boolean;
}

export interface TestReference {
  /** Every operation is rejected with this code. */
  readonly refusal: "internal_error" | "usage_cap_reached" | null;
  /** Delay before every operation, in milliseconds. */
  readonly delayMs: number;
  /** Null leaves the pipeline's own outcome. */
  readonly outcome: FixedOutcome | null;
}

const PLAIN: TestReference = { refusal: null, delayMs: 0, outcome: null };
const GOOD: FixedOutcome = { liveness: "live", fraud: "clean", review: false };

/**
 * Contract §1, in test mode only. A document is always read as the specimen, eligible for any requested type.
 */
const TEST_REFERENCES: ReadonlyMap<string, TestReference> = new Map([
  ["test_approve", { ...PLAIN, outcome: GOOD }],
  ["test_decline_spoof", { ...PLAIN, outcome: { ...GOOD, liveness: "print_attack" } }],
  ["test_decline_fraud", { ...PLAIN, outcome: { ...GOOD, fraud: "fraudulent" } }],
  ["test_review", { ...PLAIN, outcome: { ...GOOD, fraud: "suspicious", review: true } }],
  ["test_error_500", { ...PLAIN, refusal: "internal_error" }],
  ["test_slow_3s", { ...PLAIN, delayMs: 3_000 }],
  ["test_usage_cap", { ...PLAIN, refusal: "usage_cap_reached" }],
]);

const NAMES = [...TEST_REFERENCES.keys()];

/** The first two words, such as `test_decline`: somebody who sends more or less than a name meant one. */
const beginning = (name: string) => name.split("_", 2).join("_");

/**
 * The test references that a `customer_ref` of test mode may have meant: those it begins like or whose
 * beginning it is with one slip, or a mistyped one. Empty for a test reference itself, for any other name,
 * and in live mode.
 */
export function meantReferences(mode: Mode, customerRef: string): readonly string[] {
  if (mode !== "test" || TEST_REFERENCES.has(customerRef)) return [];
  const begun = NAMES.filter(
    (name) => customerRef.startsWith(beginning(name)) || isWithinOneEdit(customerRef, beginning(name)),
  );
  return begun.length > 0 ? begun : [mistypedName(customerRef, NAMES) ?? []].flat();
}

/** The test reference of a customer_ref; null for any other reference, and always in live mode. */
export function testReference(mode: Mode, customerRef: string | null): TestReference | null {
  if (mode !== "test" || customerRef === null) return null;
  return TEST_REFERENCES.get(customerRef) ?? null;
}

/**
 * The fixed verdict. It replaces the verdict itself, because the frames of a performed challenge cannot be
 * made up.
 */
export function fixLiveness(fixed: FixedOutcome | null, judged: LivenessVerdict): LivenessVerdict {
  if (fixed === null) return judged;
  const blocked = fixed.liveness === "live" ? null : fixed.liveness;
  return verdict({ blocked, score: 0.99, threshold: judged.threshold, short: "low_score" });
}

/** The step outcome, replaced by a review if the test reference requires one. */
export function fixStep(fixed: FixedOutcome | null, outcome: StepOutcome): StepOutcome {
  return fixed?.review === true
    ? { ...outcome, outcome: "review", reason: outcome.reason ?? "test_review" }
    : outcome;
}
