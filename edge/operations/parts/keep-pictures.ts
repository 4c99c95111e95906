import { type KeptMedia, keepMedia, type Picture } from "../media/parts/keep.ts";
import type { Check } from "./open-check.ts";

/**
 * Keeps the pictures of a check that its policy allows, or its tenant outside a verification: see
 * `keepMedia`.
 */
export function keepPictures(
  { services, scope, storeMedia: level, verification, customerRef, now }: Check,
  pictures: readonly Picture[],
): Promise<KeptMedia> {
  const owner = { level, verificationId: verification?.id ?? null, customerRef, now };
  return keepMedia(services, scope, owner, pictures);
}
