import { type Box, centre } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";
import { type Anchors, calibrated, type Measured } from "./calibration.ts";
import { type ForeignPatch, foreignPatches } from "./compression-history.ts";

/** Traces of a change after the capture. */
export interface Tampering {
  /** On the document, its portrait aside. */
  readonly page: Measured;
  /** In the portrait. */
  readonly portrait: Measured;
}

/**
 * Blocks of the largest foreign patch. On genuine captures saved twice whose history shows it had at most 11 blocks; in
 * the same captures with a word or portrait replaced at least 14, and nearly always over 40.
 */
const ANCHORS: Anchors = { none: 8, suspect: 16, sure: 48 };

/** Scores of what was put into the picture after its first compression; null where no first compression shows. */
export async function measureTampering(
  content: Uint8Array,
  raster: Raster,
  document: Box,
  portrait: Box | null,
): Promise<Tampering | null> {
  const patches = await foreignPatches(content, raster, document);
  if (patches === null) return null;
  const inPortrait = (patch: ForeignPatch) => portrait !== null && contains(portrait, patch.box);
  return {
    page: largest(patches.filter((patch) => !inPortrait(patch))),
    portrait: largest(patches.filter(inPortrait)),
  };
}

function largest(patches: readonly ForeignPatch[]): Measured {
  const patch = patches.toSorted((a, b) => b.blocks - a.blocks)[0];
  const score = calibrated(patch?.blocks ?? 0, ANCHORS);
  return { score, region: score > 0 ? (patch?.box ?? null) : null };
}

function contains(box: Box, inner: Box): boolean {
  const { x, y } = centre(inner);
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}
