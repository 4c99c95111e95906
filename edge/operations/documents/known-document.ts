import type { Statement } from "../../store/batch.ts";
import { findListed, findSeenElsewhere, onlyIfUnseen } from "../../store/results/known-documents.ts";
import { insertTerms } from "../../store/results/search-terms.ts";
import type { Fields } from "../../verdicts/ocr/field.ts";
import { documentOutcomes, valuesCount } from "../../verdicts/replay/document.ts";
import type { MeasuredReading } from "../../verification/measured.ts";
import { isOff } from "../../verification/policy.ts";
import { isAgeOnly } from "../../verification/purpose.ts";
import type { Verification } from "../../verification/types.ts";
import { type Check, judgingOf } from "../checks.ts";
import { termsOfReading } from "../known-terms.ts";

/** A reading's record and values. */
interface Reading {
  readonly reading: Omit<MeasuredReading, "known">;
  readonly fields: Fields;
}

interface Known {
  readonly measured: MeasuredReading["known"];
  /** What the document is found by later, and the condition that no other call was faster. */
  readonly statements: readonly Statement[];
}

/**
 * Looks for a document among those of other end users and on the tenant's lists, as the policy requires, and
 * notes it for later verifications whatever the policy. A test reference that fixes the outcome shows a
 * specimen, which is neither noted nor looked for. Nothing if the document must be captured again, or if only
 * the age is checked.
 */
export async function compareKnown(
  check: Check,
  verification: Verification,
  { reading, fields }: Reading,
): Promise<Known> {
  const { services, scope, fixed } = check;
  if (isAgeOnly(verification.policy)) return { measured: undefined, statements: [] };
  const { read } = documentOutcomes(reading, null, judgingOf(check, verification.policy));
  if (fixed !== null || !valuesCount(read)) return { measured: undefined, statements: [] };
  const [first, ...others] = await termsOfReading(services, scope, fields);
  if (first === undefined) return { measured: null, statements: [] };
  const terms = [first, ...others] as const;
  const { measured, mustBeUnseen } = await lookUp(check, verification, terms);
  const rows = terms.map((term) => ({
    ...{ term, verificationId: verification.id, resultId: reading.resultIds[0]! },
  }));
  const unseen = { terms, customerRef: verification.customerRef };
  return {
    measured,
    statements: [
      insertTerms(services.db, scope, rows as [(typeof rows)[number]]),
      ...(mustBeUnseen ? [onlyIfUnseen(services.db, scope, unseen)] : []),
    ],
  };
}

/** Each fact is looked up only if the policy has a rule for it. */
async function lookUp(
  { services: { db }, scope, now }: Check,
  { customerRef, policy }: Verification,
  terms: readonly Uint8Array[],
): Promise<{ measured: NonNullable<Known["measured"]>; mustBeUnseen: boolean }> {
  const looksForOthers = !isOff(policy.repeat);
  const readsBlocks = !isOff(policy.block_list);
  const [listed, seen] = await Promise.all([
    looksForOthers || readsBlocks ? findListed(db, scope, terms, now) : new Set<string>(),
    looksForOthers ? findSeenElsewhere(db, scope, { terms, customerRef, limit: 1 }) : [],
  ]);
  const isAllowed = listed.has("allow");
  return {
    measured: {
      ...(looksForOthers && { isReused: seen.length > 0 && !isAllowed }),
      ...(readsBlocks && { isBlocked: listed.has("block") }),
    },
    mustBeUnseen: looksForOthers && seen.length === 0 && !isAllowed,
  };
}
