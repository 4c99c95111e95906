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
