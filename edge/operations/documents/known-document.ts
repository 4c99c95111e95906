import type { Statement } from "../../store/batch.ts";
import { findListed, findSeenElsewhere, onlyIfUnseen } from "../../store/results/known-documents.ts";
import { insertTerms } from "../../store/results/search-terms.ts";
import type { ReadDetails } from "../../verdicts/details/compare.ts";
import { knownOutcome, NUMBER_NOT_READ, type StepOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import { isOff } from "../../verification/policy.ts";
import type { Outcome, StepResult, Verification } from "../../verification/types.ts";
import type { Check } from "../checks.ts";
import { termsOfReading } from "./known-terms.ts";

/** Outcomes of a reading whose values count: another capture is needed after all others. */
const READ: readonly Outcome[] = ["passed", "review", "adverse", "failed"];

/** A reading, its values and its outcome. */
interface Reading extends Pick<StepResult, "resultIds" | "capture"> {
  readonly values: ReadDetails;
  readonly read: StepOutcome;
}

interface Known {
  readonly steps: readonly StepResult[];
  /** What the document is found by later, and the condition that nobody was faster. */
  readonly statements: readonly Statement[];
}

const NOTHING: Known = { steps: [], statements: [] };

/**
 * Looks for a document among those of other end users and on the tenant's lists, as the policy requires, and
 * notes it for later verifications whatever the policy. A test reference that fixes the outcome shows a
 * specimen, which is neither noted nor looked for. Nothing if the document must be captured again.
 */
export async function compareKnown(
  check: Check,
  verification: Verification,
  reading: Reading,
): Promise<Known> {
  const { services, scope, fixed } = check;
  const { values, read, resultIds, capture } = reading;
  if (!READ.includes(read.outcome)) return NOTHING;
  const { repeat, block_list } = verification.policy;
  const parts = [
    ...(isOff(repeat) ? [] : (["repeat"] as const)),
    ...(isOff(block_list) ? [] : (["listed"] as const)),
  ];
  const results = (outcomeOf: (part: "repeat" | "listed") => StepOutcome): StepResult[] =>
    parts.map((part) => ({ part, resultIds, capture, ...outcomeOf(part) }));
  if (fixed !== null) return { steps: results(() => knownOutcome(false, "off", "")), statements: [] };
  const [first, ...others] = await termsOfReading(services, scope, values.fields);
  if (first === undefined) return { steps: results(() => NUMBER_NOT_READ), statements: [] };
  const terms = [first, ...others] as const;
  const found = parts.length === 0 ? null : await lookUp(check, verification, terms);
  const rows = terms.map((term) => ({ term, verificationId: verification.id, resultId: resultIds[0]! }));
  const unseen = { terms, customerRef: verification.customerRef };
  return {
    steps: results((part) =>
      part === "repeat"
        ? knownOutcome(found!.isReused, repeat, "document_reused")
        : knownOutcome(found!.isBlocked, block_list, "list_blocked"),
    ),
    statements: [
      insertTerms(services.db, scope, rows as [(typeof rows)[number]]),
      ...(found?.mustBeUnseen ? [onlyIfUnseen(services.db, scope, unseen)] : []),
    ],
  };
}

async function lookUp(
  { services: { db }, scope, now }: Check,
  { customerRef, policy }: Verification,
  terms: readonly Uint8Array[],
) {
  const [listed, seen] = await Promise.all([
    findListed(db, scope, terms, now),
    isOff(policy.repeat) ? [] : findSeenElsewhere(db, scope, { terms, customerRef, limit: 1 }),
  ]);
  const isReused = seen.length > 0 && !listed.has("allow");
  return {
    isReused,
    isBlocked: listed.has("block"),
    mustBeUnseen: !isOff(policy.repeat) && seen.length === 0 && !listed.has("allow"),
  };
}
