import { MATCH_LEVELS } from "../../../vocabulary/faces.ts";
import { isSignedId } from "../../core/ids.ts";
import type { Template } from "../../inference/port.ts";
import { findResults } from "../../store/results/results.ts";
import type { Compared } from "../../verdicts/chip/judge.ts";
import { type ShownSide, zoneDifferences } from "../../verdicts/chip/zone.ts";
import { comparisonScore, isMeasured, matchScore } from "../../verdicts/match/comparison.ts";
import type { Fields } from "../../verdicts/ocr/field.ts";
import { currentStatus } from "../../verification/evidence.ts";
import { findStep } from "../../verification/steps.ts";
import type { Check } from "../checks.ts";
import { NOTHING_FRESH, openFace } from "../kept-faces.ts";

/** How signed data compare with the photo of the document that counts in the verification. */
interface ComparedWithPhoto extends Compared {
  /** The fraud result of that photo, if it shows the same MRZ; null otherwise. */
  readonly sameAs: string | null;
}

const NOT_COMPARED: ComparedWithPhoto = { zone: null, samePerson: null, sameAs: null };

/**
 * Compares signed data with the photo of the document that counts: its MRZ, and its portrait. Nothing is
 * compared if no photo counts, or if what was read of it was deleted.
 */
export async function compareWithPhoto(
  check: Check,
  { fields, face }: { readonly fields: Fields; readonly face: Template | null },
): Promise<ComparedWithPhoto> {
  const { services, scope, verification } = check;
  const step = verification === null ? undefined : findStep(verification.steps, "ocr");
  const evidence = step?.parts.ocr?.evidence;
  if (step === undefined || evidence?.resultId == null || isSignedId(evidence.resultId)) return NOT_COMPARED;
  const { status } = currentStatus(step, "ocr");
  if (status !== "passed" && status !== "review") return NOT_COMPARED;
  const { resultId, otherResultId } = evidence;
  const ids = otherResultId === undefined ? [resultId] : [resultId, otherResultId];
  const rows = await findResults(services.db, scope, ids);
  const sides = ids.flatMap((id) => {
    const body = rows.get(id)?.body as unknown as ShownSide | undefined;
    return body?.fields === undefined ? [] : [body];
  });
  const zone = zoneDifferences(fields, sides);
  const printed = await openFace(services, scope, "portrait", resultId, NOTHING_FRESH);
  const judged = step.parts.fraud?.evidence;
  const isSame = zone?.length === 0 && judged?.capture === step.capture;
  return {
    zone,
    samePerson: face === null || printed === null ? null : await isSamePerson(check, face, printed),
    sameAs: isSame ? (judged?.resultId ?? null) : null,
  };
}

/** At the loosest level, since prints are small and old; null if it was not measured for these templates. */
async function isSamePerson({ services }: Check, one: Template, other: Template): Promise<boolean | null> {
  const { operatingPoints } = await services.inference.bundle();
  const [level] = MATCH_LEVELS;
  if (one.version !== other.version || !isMeasured(operatingPoints, level)) return null;
  return matchScore(comparisonScore(one, other), operatingPoints, level).status === "passed";
}
