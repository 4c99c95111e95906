import { randomBytes } from "node:crypto";
import type { Template } from "#edge/inference/port.ts";
import { templateAt } from "./inference-results.ts";

/** A perceptual hash like no other. */
export const newHash = () => new Uint8Array(randomBytes(128));

/** A hash whose first bits are flipped. */
export const flipBits = (hash: Uint8Array, bits: number) =>
  hash.map((byte, i) => byte ^ (i < bits >> 3 ? 0xff : i === bits >> 3 ? (1 << (bits & 7)) - 1 : 0));

/** The hash of the mirror image, within a few bits of inference's own. */
export const mirrored = (hash: Uint8Array) => hash.map((byte) => byte ^ 0x55);

/** The template of a face in an image with this hash; undefined: of one that was kept without. */
export const shown = (hash: Uint8Array | undefined, degrees = 0): Template => ({
  ...templateAt(degrees),
  hashes: hash === undefined ? [] : [hash],
});
