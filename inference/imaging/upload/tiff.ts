import { viewOf } from "./container.ts";

const ORIENTATION = 0x0112;
const ENTRY = 12;
/** Types of whole numbers, with a sign or without, and how a value is read. */
const NUMBERS: Readonly<Record<number, "getUint8" | "getUint16" | "getUint32">> = {
  1: "getUint8",
  3: "getUint16",
  4: "getUint32",
  6: "getUint8",
  8: "getUint16",
  9: "getUint32",
};

/** EXIF orientation, 1..8, of a TIFF structure's first directory; 1 if it is absent or unknown. */
export function orientationOf(tiff: Uint8Array | undefined): number {
  if (tiff === undefined || tiff.length < 8) return 1;
  const view = viewOf(tiff);
  const mark = view.getUint16(0);
  if (mark !== 0x4949 && mark !== 0x4d4d) return 1;
  const isLittle = mark === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return 1;
  const entries = view.getUint16(directory, isLittle);
  for (let i = 0, at = directory + 2; i < entries && at + ENTRY <= tiff.length; i++, at += ENTRY) {
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const read = NUMBERS[view.getUint16(at + 2, isLittle)];
    const value = read === undefined ? 1 : view[read](at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];

/** In JPEG and in some WebP files "Exif" and two zeros come before the TIFF structure. */
export function withoutPrefix(exif: Uint8Array): Uint8Array {
  return EXIF.every((byte, i) => exif[i] === byte) ? exif.subarray(EXIF.length) : exif;
}
