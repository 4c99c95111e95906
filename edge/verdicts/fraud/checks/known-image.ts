import { type CheckInput, type CheckResult, failed, notApplicable, notEvaluated, PASS } from "./check.ts";

/**
 * Largest Hamming distance of two perceptual hashes, in bits, at which two pictures count as the same.
 * Measured: copies that were resaved, shrunk or brightened differed in at most 34 bits; flat scans of one
 * template, issued to different persons, in at least 65.
 */
export const NEAR_DUPLICATE_BITS = 48;

/** Whether two pictures at this distance count as the same. */
export const isSameImage = (distance: number) => distance <= NEAR_DUPLICATE_BITS;

/**
 * Fails when another customer of the tenant and mode has sent the same or nearly the same picture. Test mode
 * reports such a picture without failing: people who try the service send one card under many references.
 */
export function duplicateOfKnownImage({ knownImageDistance: distance, mode }: CheckInput): CheckResult {
  if (distance === null)
    return notEvaluated("Without a customer_ref, nobody else's images can be told from one's own.");
  if (!isSameImage(distance)) return PASS;
  const found = "Another customer has sent the same image, or nearly the same.";
  return mode === "live" ? failed(found) : notApplicable(`${found} This counts in live mode only.`);
}
