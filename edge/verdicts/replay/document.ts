import type { EligibilityReason } from "../../../vocabulary/documents.ts";
import { type MeasuredReading, NotMeasured } from "../../verification/measured.ts";
import { isOff, type Policy } from "../../verification/policy.ts";
import type { Outcome, StepResult } from "../../verification/types.ts";
import { detailsOutcome } from "../details/outcome.ts";
import type { Fields } from "../ocr/field.ts";
import { underTypes } from "../ocr/gates.ts";
import { linkedOutcome, sidesOutcome } from "../outcomes/sides.ts";
import {
  type JudgedFraud,
  knownOutcome,
  NUMBER_NOT_READ,
  ocrOutcome,
  PASSED,
  type StepOutcome,
} from "../outcomes/step-outcome.ts";
import type { FixedOutcome } from "../test-references/table.ts";

/** What the outcomes of a document depend on beside its record. */
export interface Judging {
  readonly policy: Policy;
  /** When the call began, in milliseconds since the epoch. */
  readonly now: number;
  /** What a test reference fixes; null if the outcome is open. */
  readonly fixed: FixedOutcome | null;
}

/** The outcomes of a document's sides, and the side that is needed as well; null if nothing is missing. */
interface DocumentOutcomes {
  readonly missing: MeasuredReading["missing"];
  readonly read: StepOutcome;
  /** Null without a check for fraud. */
  readonly fraud: StepOutcome | null;
}

/**
 * The outcomes of a reading and of the fraud verdicts on the same images, each null if it was not made. A
 * missing side uses no attempt, unless what was found stands against the document.
 */
export function documentOutcomes(
  reading: MeasuredReading,
  images: readonly JudgedFraud[] | null,
  { policy, now, fixed }: Judging,
): DocumentOutcomes {
  const { types } = reading;
  const sides = reading.sides.map(({ rejected, ...side }) => ({
    ...side,
    rejected: underTypes(rejected, types, policy.document_types),
  }));
  const fraud = images === null ? null : sidesOutcome(images, policy);
  // The other side is requested only if this side is usable, or lacks nothing but a number or name that the
  // other side may have.
  const isUsable = sides[0]!.rejected.every(({ gate }) => gate === "identifying_fields");
  if (reading.missing !== null && isUsable) {
    const notYet: StepOutcome = { outcome: "capture_quality", reason: `${reading.missing}_missing` };
    const stands = fraud?.outcome === "failed" || fraud?.outcome === "adverse";
    return { missing: reading.missing, read: notYet, fraud: stands ? fraud : fraud && notYet };
  }
  const evidence = {
    ...together(sides, reading),
    isSpecimen: fixed !== null,
    lacksBarcode: reading.lacksBarcode,
  };
  const alone = ocrOutcome(evidence, policy, now);
  return { missing: null, read: linkedOutcome(alone, reading.link, policy), fraud };
}

type Side = Omit<MeasuredReading["sides"][number], "rejected"> & {
  readonly rejected: ReturnType<typeof underTypes>;
};

/**
 * The outcome of all sides: usable if each side is. The back of a licence may show a document by its barcode
 * alone: without one that was read, that it shows none is no reason of its own.
 */
function together(sides: readonly Side[], { portrait, lacksBarcode, ...reading }: MeasuredReading) {
  const isBlank = ({ hasPortrait, rejected }: Side) =>
    !hasPortrait && rejected.every(({ code }) => code === "no_document_found");
  const refused = sides.find((side) => side.rejected.length > 0 && !(lacksBarcode && isBlank(side)));
  const reason: EligibilityReason = refused?.rejected[0]?.code ?? "ok";
  return {
    eligible: refused === undefined,
    reason,
    fields: fieldsOf(reading),
    documentType: (refused ?? sides[0]!).documentType,
    mrz: sides.some(({ hasMrz }) => hasMrz) ? {} : null,
    hasPortrait: portrait !== null && sides[portrait]!.rejected.length === 0,
  };
}

/** The fields as far as an outcome reads them: their sources, and the date of birth. */
const fieldsOf = ({ fields, birthDate }: Pick<MeasuredReading, "fields" | "birthDate">): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, source]) => [
      key,
      {
        value: key === "date_of_birth" ? (birthDate ?? "") : "",
        source: source!,
        confidence: 0,
        bbox: null,
      },
    ]),
  );

/** Outcomes of a reading whose values count: another capture is needed after all others. */
const READ: readonly Outcome[] = ["passed", "review", "adverse", "failed"];

export const valuesCount = ({ outcome }: Pick<StepOutcome, "outcome">): boolean => READ.includes(outcome);

/**
 * The outcome of the expected details; none if the tenant expects none, or if the document must be captured
 * again. A test reference that fixes the outcome compares its specimen, and only reports the result.
 */
export function detailsResults(
  { details }: Pick<MeasuredReading, "details">,
  read: StepOutcome,
  { policy, fixed }: Judging,
): Pick<StepResult, "outcome" | "reason" | "found" | "details">[] {
  if (details === null || !valuesCount(read)) return [];
  const { on_expected_mismatch: rule = "review", expected_name_match: match = "tolerant" } = policy;
  const compared = details[match];
  const shown = compared.map(({ field, result, normalised }) => ({ field, result, normalised }));
  return [{ details: shown, ...detailsOutcome(compared, fixed === null ? rule : "report") }];
}

/** The reasons for a document that is known, by the part that says so. */
const KNOWN = {
  repeat: { fact: "isReused", reason: "document_reused", rule: ({ repeat }: Policy) => repeat },
  listed: { fact: "isBlocked", reason: "list_blocked", rule: ({ block_list }: Policy) => block_list },
} as const;

/**
 * The outcomes of what is known of the document, by the policy's rules; none if it must be captured again. A
 * test reference that fixes the outcome shows a specimen, which is not known. Throws `NotMeasured`.
 */
export function knownResults(
  { known }: Pick<MeasuredReading, "known">,
  read: StepOutcome,
  { policy, fixed }: Judging,
): (StepOutcome & Pick<StepResult, "part">)[] {
  if (!valuesCount(read)) return [];
  return (["repeat", "listed"] as const).flatMap((part) => {
    const { fact, reason, rule } = KNOWN[part];
    if (isOff(rule(policy))) return [];
    if (fixed !== null) return [{ part, ...PASSED }];
    if (known === null) return [{ part, ...NUMBER_NOT_READ }];
    const isKnown = known?.[fact];
    if (isKnown === undefined) throw new NotMeasured();
    return [{ part, ...knownOutcome(isKnown, rule(policy), reason) }];
  });
}
