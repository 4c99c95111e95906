import { isSameImage, NEAR_DUPLICATE_BITS } from "../checks/known-image.ts";
import type { SignalInput, SignalScore } from "./signal.ts";

/** The least bits in which scans of one template differed that were made out to different persons. */
const OTHERS_BITS = 65;

/**
 * How near the nearest picture of another customer comes: 1 for the same hash, .5 for one that just counts as
 * the same, 0 from where different persons' scans of one template lie. Nothing where it cannot be told.
 */
export function duplicateImage({ knownImageDistance: distance }: SignalInput): SignalScore {
  if (distance === null) return null;
  const score = isSameImage(distance)
    ? 1 - (0.5 * distance) / NEAR_DUPLICATE_BITS
    : Math.max(0, (0.5 * (OTHERS_BITS - distance)) / (OTHERS_BITS - NEAR_DUPLICATE_BITS));
  return { score, region: null };
}
