import { readMetadata } from "../../imaging/metadata.ts";
import { type Tags, tagsOf, xmpTagsOf } from "./exif.ts";

/** The facts of an upload's file beside its pixels. */
export interface UploadFile {
  /** EXIF orientation, 1..8. */
  readonly orientation: number;
  /** Tags by name; empty if the structure is absent, too large or broken. */
  readonly exif: Tags;
  readonly xmp: Tags;
  /** PNG text chunks, keyword first. */
  readonly texts: readonly string[];
  /** A JPEG's marker segments before its first scan; empty for another format. */
  readonly segments: readonly JpegSegment[];
  /**
   * Luma's 64 quantisation steps of a JPEG, row by row; all ones for another format, whose pixels are not
   * quantised.
   */
  readonly lumaSteps: readonly number[];
}

/** Reads the container once and decodes no pixel. Throws if `decodeImage` rejects the container. */
export async function readUploadFile(content: Uint8Array): Promise<UploadFile> {
  const { orientation, exif, xmp, texts } = readMetadata(content);
  const segments = jpegSegments(content);
  return {
    orientation,
    exif: tagsOf(exif),
    xmp: xmpTagsOf(xmp),
    texts,
    segments,
    lumaSteps: lumaSteps(segments),
  };
}

export interface JpegSegment {
  /** Second byte of the marker. */
  readonly marker: number;
  /** Without marker and length. */
  readonly data: Uint8Array;
}

const START_OF_SCAN = 0xda;
/** An upload has room for millions of empty segments; cameras and editors write tens. */
const SEGMENTS_MAX = 4_096;

/**
 * A JPEG file's marker segments before its first scan (ISO/IEC 10918-1, B.1.1.4); empty for another format. A
 * truncated file ends with a short segment, and a malformed segment ends the walk: the decoder decides
 * whether the file is readable. So does a number of segments that no program writes.
 */
export function jpegSegments(content: Uint8Array): JpegSegment[] {
  const segments: JpegSegment[] = [];
  if (content[0] !== 0xff || content[1] !== 0xd8) return segments;
  for (let at = 2; at + 4 <= content.length && content[at] === 0xff && segments.length < SEGMENTS_MAX; ) {
    const marker = content[at + 1]!;
    const end = at + 2 + content[at + 2]! * 256 + content[at + 3]!;
    if (marker === START_OF_SCAN || end < at + 4) break;
    segments.push({ marker, data: content.subarray(at + 4, end) });
    at = end;
  }
  return segments;
}

/** Natural position of the k-th entry of a JPEG table (ISO/IEC 10918-1, figure A.6). */
const ZIG_ZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
];
const DEFINE_TABLES = 0xdb;

/** Luma's 64 quantisation steps, row by row; ones if no table is complete. */
export function lumaSteps(segments: readonly JpegSegment[]): readonly number[] {
  const steps = new Array<number>(64).fill(1);
  for (const { marker, data } of segments) {
    if (marker === DEFINE_TABLES) readTables(data, steps);
  }
  return steps;
}

/**
 * Tables follow one another: precision and number in a byte, then 64 entries of one or two bytes (B.2.4.1).
 */
function readTables(data: Uint8Array, steps: number[]): void {
  for (let at = 0; at < data.length; ) {
    const [bytes, id] = [data[at]! >> 4 === 0 ? 1 : 2, data[at]! & 15];
    if (at + 1 + 64 * bytes > data.length) return;
    for (let k = 0; id === 0 && k < 64; k++) {
      const place = at + 1 + k * bytes;
      steps[ZIG_ZAG[k]!] = bytes === 1 ? data[place]! : data[place]! * 256 + data[place + 1]!;
    }
    at += 1 + 64 * bytes;
  }
}

/** Luma's table of ISO/IEC 10918-1, K.1, row by row. */
const STANDARD = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];

/**
 * The quality, 1..99, at which the Independent JPEG Group's library makes these luma steps from the
 * standard's table; undefined for other steps, and for ones throughout, which many programs write.
 */
export function standardQuality(steps: readonly number[]): number | undefined {
  for (let quality = 1; quality < 100; quality++) {
    const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
    const fits = STANDARD.every((step, i) => {
      const scaled = Math.floor((step * scale + 50) / 100);
      return Math.min(255, Math.max(1, scaled)) === steps[i];
    });
    if (fits) return quality;
  }
  return undefined;
}
