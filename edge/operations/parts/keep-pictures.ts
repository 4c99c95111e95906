import { type KeptMedia, keepMedia, type Picture } from "../media/parts/keep.ts";
import type { Check } from "./open-check.ts";

/**
 * Keeps of a check's pictures what its policy, or outside a verification the tenant, lets be kept: see
 * `keepMedia`.
 */
export function keepPictures(
  { services, scope, storeMedia: level, verification, customerRef, now }: Check,
  pictures: readonly Picture[],
): Promise<KeptMedia> {
  const owner = { level, verificationId: verification?.id ?? null, customerRef, now };
  return keepMedia(services, scope, owner, pictures);
}
