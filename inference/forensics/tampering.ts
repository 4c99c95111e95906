import { type Box, centre } from "../geometry/boxes.ts";
import { type ForeignPatch, foreignPatches } from "./compression-history.ts";
import type { Measure, Measured } from "./measure.ts";

/** What was put into the picture after its first compression, on the page and in the portrait: blocks of the largest patch. */
export const compressionHistory: Measure = {
  model: { name: "compression-history", version: "1" },
  async measure({ content, raster, document, portrait }) {
    const patches = await foreignPatches(content, raster, document);
    if (patches === null) return [];
    const inPortrait = (patch: ForeignPatch) => portrait !== null && contains(portrait, patch.box);
    return [
      { trace: "foreign_history", ...largest(patches.filter((patch) => !inPortrait(patch))) },
      { trace: "foreign_history_in_portrait", ...largest(patches.filter(inPortrait)) },
    ];
  },
};

function largest(patches: readonly ForeignPatch[]): Pick<Measured, "value" | "region"> {
  const patch = patches.toSorted((a, b) => b.blocks - a.blocks)[0];
  return { value: patch?.blocks ?? 0, region: patch?.box ?? null };
}

function contains(box: Box, inner: Box): boolean {
  const { x, y } = centre(inner);
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}
