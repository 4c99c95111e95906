import { isSameImage, NEAR_DUPLICATE_BITS } from "../checks/document-checks.ts";
import type { SignalInput, SignalScore } from "./signal.ts";

/** The smallest measured distance, in bits, of scans of one template that was issued to different persons. */
const OTHERS_BITS = 65;

/**
 * Score of the nearest picture of another customer: 1 for an equal hash, .5 at the limit of the same picture,
 * 0 from the distance of different persons' scans of one template. Null when the distance is unknown.
 */
export function duplicateImage({ knownImageDistance: distance }: SignalInput): SignalScore {
  if (distance === null) return null;
  const score = isSameImage(distance)
    ? 1 - (0.5 * distance) / NEAR_DUPLICATE_BITS
    : Math.max(0, (0.5 * (OTHERS_BITS - distance)) / (OTHERS_BITS - NEAR_DUPLICATE_BITS));
  return { score, region: null };
}
