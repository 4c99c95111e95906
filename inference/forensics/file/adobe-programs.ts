import { createHash } from "node:crypto";
import type { UploadFile } from "../upload/upload-file.ts";

const APP12 = 0xec;
const APP13 = 0xed;

/**
 * Image resources that only Photoshop writes: its JPEG quality and its version (Adobe Photoshop File Formats
 * Specification, "Image Resource IDs"). Other programs, Apple's among them, write captions into the same
 * block.
 */
const PHOTOSHOP_RESOURCES: ReadonlySet<number> = new Set([0x0406, 0x0421]);

/**
 * Adobe's luma tables, by the first 16 hexadecimal digits of the SHA-256 of their 64 steps, row by row. No
 * other program has these steps, which are no multiples of the standard's, and they outlive stripped
 * metadata. From Pillow's JpegPresets and from files of Photoshop CS.
 */
const ADOBE_TABLES: ReadonlySet<string> = new Set([
  "0171e3c8f3ccefbc",
  "8a96d7dde90f5a28",
  "24b908c2a531f15f",
  "d8f1968376b22e91",
  "1e10cb1f3a4d76e7",
  "42496f5fab3d6688",
  "b6798f88750edb7b",
  "94b6686968e1d970",
  "72cfd3c1a26b9539",
]);

/**
 * Adobe programs that the JPEG's structure identifies, in alphabetical order: by Photoshop's image resources,
 * by the "Ducky" segment of Save for Web, and by quantisation tables (after E. Kee, M. K. Johnson and H.
 * Farid, Digital Image Authentication from JPEG Headers, 2011).
 */
export function adobePrograms({ segments, lumaSteps }: UploadFile): string[] {
  const programs = new Set<string>();
  for (const { marker, data } of segments) {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    if (marker === APP12 && startsWith(bytes, "Ducky")) programs.add("Adobe Save for Web");
    if (marker === APP13 && startsWith(bytes, "Photoshop 3.0\0")) {
      if (resourceIds(bytes).some((id) => PHOTOSHOP_RESOURCES.has(id))) programs.add("Adobe Photoshop");
    }
  }
  if (programs.size === 0 && ADOBE_TABLES.has(fingerprint(lumaSteps))) programs.add("Adobe software");
  return [...programs].sort();
}

const startsWith = (bytes: Buffer, text: string) =>
  bytes.subarray(0, text.length).toString("latin1") === text;

const fingerprint = (steps: readonly number[]) =>
  createHash("sha256").update(Uint8Array.from(steps)).digest("hex").slice(0, 16);

/**
 * Each resource is "8BIM", id, name and data, the last two padded to an even length. A malformed resource
 * ends the walk.
 */
function resourceIds(bytes: Buffer): number[] {
  const ids: number[] = [];
  for (let at = "Photoshop 3.0\0".length; at + 12 <= bytes.length; ) {
    if (bytes.toString("latin1", at, at + 4) !== "8BIM") break;
    const size = at + 6 + even(1 + bytes[at + 6]!);
    if (size + 4 > bytes.length) break;
    ids.push(bytes.readUInt16BE(at + 4));
    at = size + 4 + even(bytes.readUInt32BE(size));
  }
  return ids;
}

const even = (length: number) => length + (length % 2);
