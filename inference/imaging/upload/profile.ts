import { BOUNDS } from "./bounds.ts";
import { says, viewOf } from "./container.ts";

const HEADER = 132;
const ENTRY = 12;
const TAGS_MAX = 100;

/**
 * Whether a colour profile (ICC.1) is one that is worth its cost: it has a profile's header and no more tags
 * than one needs. Tags D2B and B2D are chains of any number of steps, which a colour engine computes for each
 * point of a table; no camera, phone or editor writes them into a picture.
 */
export function isUsableProfile(profile: Uint8Array): boolean {
  if (profile.length < HEADER || profile.length > BOUNDS.profile || !says(profile, 36, "acsp")) return false;
  const view = viewOf(profile);
  const count = view.getUint32(HEADER - 4);
  if (count > TAGS_MAX || HEADER + count * ENTRY > profile.length) return false;
  for (let i = 0, at = HEADER; i < count; i++, at += ENTRY) {
    if (says(profile, at, "D2B") || says(profile, at, "B2D")) return false;
  }
  return true;
}
