import { type CheckInput, type CheckResult, failed, notApplicable, notEvaluated, PASS } from "./check.ts";

/**
 * Bits of the perceptual hash in which two pictures differ at most that count as the same. Resaved, shrunk
 * and brightened copies differed in 34 at most, flat scans of one template made out to different persons in
 * 65 at least.
 */
export const NEAR_DUPLICATE_BITS = 48;

/** Whether two pictures that differ in so many bits count as the same. */
export const isSameImage = (distance: number) => distance <= NEAR_DUPLICATE_BITS;

/**
 * The same picture, or nearly, has not come from another customer of the tenant and mode. In test mode it is
 * told and does not fail: whoever tries the service sends one card under many references.
 */
export function duplicateOfKnownImage({ knownImageDistance: distance, mode }: CheckInput): CheckResult {
  if (distance === null)
    return notEvaluated("Without a customer_ref, nobody else's images can be told from one's own.");
  if (!isSameImage(distance)) return PASS;
  const found = "Another customer has sent the same image, or nearly the same.";
  return mode === "live" ? failed(found) : notApplicable(`${found} This counts in live mode only.`);
}
