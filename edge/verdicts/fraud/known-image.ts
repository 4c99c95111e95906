import { type Examined, type Finding, failed, notEvaluated, PASS } from "./check.ts";

/**
 * Bits of the perceptual hash in which two pictures differ at most that count as the same. Resaved, shrunk and brightened
 * copies differed in 34 at most, flat scans of one template made out to different persons in 65 at least.
 */
export const NEAR_DUPLICATE_BITS = 48;

/** The same picture, or nearly, has not come from another customer of the tenant and mode. */
export function duplicateOfKnownImage({ duplicateOfKnownImage: known }: Examined): Finding {
  if (known === null)
    return notEvaluated("Without a customer_ref, nobody else's images can be told from one's own.");
  return known ? failed("Another customer has sent the same image, or nearly the same.") : PASS;
}
