import { type CheckInput, type CheckResult, failed, notApplicable, notEvaluated, PASS } from "./check.ts";

/**
 * Fails when another face in the picture is not the portrait's person: whoever lays a photo of their own
 * beside somebody's card. A second, smaller print of the holder on the card, and holders who show their card
 * beside their own face, pass.
 */
export function singleHolder({ sameHolder }: CheckInput): CheckResult {
  if (sameHolder.length === 0) return notApplicable("The picture shows no other face of that size.");
  if (sameHolder.includes(false)) return failed("Another face in the picture is of another person.");
  return sameHolder.includes(null) ? notEvaluated("Another face is too small or blurred to compare.") : PASS;
}
