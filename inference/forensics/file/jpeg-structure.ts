import type { JpegSegment } from "../upload/jpeg-segments.ts";

/** Facts of a JPEG's markers that differ among its writers (ISO/IEC 10918-1, annex B). */
export interface JpegStructure {
  /** Whether the file begins with JFIF's segment; cameras write EXIF's segment first (Exif 2.32, 4.5.5). */
  readonly isJfif: boolean;
  /** Whether the picture is coded in one pass, as cameras code it. */
  readonly isBaseline: boolean;
  /** Pixels as stored, not turned upright. */
  readonly width: number;
  readonly height: number;
}

const APP0 = 0xe0;
/** Start of frame; 0xc4, 0xc8 and 0xcc among them mean something else (table B.1). */
const FRAMES = { first: 0xc0, last: 0xcf, others: [0xc4, 0xc8, 0xcc] } as const;
const BASELINE: readonly number[] = [0xc0, 0xc1];

/** Undefined for another format, and for a JPEG without a frame header before its first scan. */
export function jpegStructure(segments: readonly JpegSegment[]): JpegStructure | undefined {
  const frame = segments.find(({ marker, data }) => isFrame(marker) && data.length >= 5);
  if (frame === undefined) return undefined;
  const { marker, data } = frame;
  return {
    isJfif: segments[0]?.marker === APP0,
    isBaseline: BASELINE.includes(marker),
    height: data[1]! * 256 + data[2]!,
    width: data[3]! * 256 + data[4]!,
  };
}

const isFrame = (marker: number) =>
  marker >= FRAMES.first && marker <= FRAMES.last && !(FRAMES.others as readonly number[]).includes(marker);
