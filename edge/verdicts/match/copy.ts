import type { Template } from "../../inference/port.ts";
import { comparisonScore, similarityOf } from "./comparison.ts";

/**
 * Bits of 1,024 in which the hashes of a portrait and of a frame that was made from it may differ, by the
 * similarity of their templates: the higher it is, the weaker the evidence from the pixels needs to be. Of
 * 947 pairs of two photos of one person no templates were more alike than 0.9893, and no hashes nearer than
 * 306 bits; of two people none was nearer than 356 (docs/project/measurements/faces.md).
 */
const PORTRAIT_COPIES = [
  { similarity: 0.99, bits: 400 },
  { similarity: 0.985, bits: 300 },
  { similarity: 0, bits: 256 },
] as const;

/** The limit for a portrait of which only the hash is known. */
const PORTRAIT_ALONE = PORTRAIT_COPIES[2].bits;

/**
 * Bits in which the hashes of one photo of a face may differ after it was cut, compressed or resized, by
 * whether the earlier check is the same end user's. Frames of a person before the camera are more alike the
 * sooner they follow one another: in four films of talking people none was within 48 bits of one two seconds
 * before, or within 80 of one five seconds before. Photos of another day, and of other people, were 306 bits
 * apart at least, and mirror images 315.
 */
export const SAME_PHOTO = { verification: 48, customer: 80, others: 240, mirrored: 240 } as const;

/** The hash of the mirror image: frequencies that are odd across change their sign. */
export const mirrored = (hash: Uint8Array): Uint8Array => hash.map((byte) => byte ^ 0x55);

/** Number of bits in which two hashes of one length differ. */
export function bitsApart(a: Uint8Array, b: Uint8Array): number {
  let bits = 0;
  a.forEach((byte, i) => {
    for (let rest = byte ^ b[i]!; rest !== 0; rest &= rest - 1) bits++;
  });
  return bits;
}

/**
 * Whether a frame of the live check is a copy of the document's portrait: the frame that the template is of,
 * or another one, of which only the hash is known. Null if either was kept without its hash. The templates
 * must be of one version.
 */
export function isPortraitCopied(live: Template, portrait: Template): boolean | null {
  const [printed] = portrait.hashes;
  if (printed === undefined || live.hashes.length === 0) return null;
  const similarity = similarityOf(comparisonScore(live, portrait));
  return live.hashes.some((hash, frame) => {
    const bits = Math.min(bitsApart(hash, printed), bitsApart(mirrored(hash), printed));
    const alike = frame === 0 ? similarity : 0;
    return PORTRAIT_COPIES.some((limit) => alike >= limit.similarity && bits <= limit.bits);
  });
}

/** What is known of a registered face's photos. */
interface KnownPhotos extends Pick<Template, "hashes"> {
  /** Hash of the document's portrait that the face was approved with; null or undefined without one. */
  readonly portraitHash?: Uint8Array | null;
}

/**
 * Whether one of the faces is in a photo that was registered, or in the document's portrait that the
 * registered face was approved with. Null if either was kept without its hash.
 */
export function isRegisteredPhoto(
  hashes: readonly Uint8Array[],
  { hashes: registered, portraitHash = null }: KnownPhotos,
): boolean | null {
  const limits = { direct: SAME_PHOTO.customer, mirrored: SAME_PHOTO.mirrored };
  const portrait = { direct: PORTRAIT_ALONE, mirrored: PORTRAIT_ALONE };
  const known = [
    ...registered.map((hash) => ({ hash, ...limits })),
    ...(portraitHash === null ? [] : [{ hash: portraitHash, ...portrait }]),
  ];
  if (known.length === 0 || hashes.length === 0) return null;
  return hashes.some((hash) =>
    known.some(
      (photo) =>
        bitsApart(hash, photo.hash) <= photo.direct ||
        bitsApart(mirrored(hash), photo.hash) <= photo.mirrored,
    ),
  );
}
