import { BOUNDS } from "./bounds.ts";
import { isUsableProfile } from "./colour-profile.ts";
import { type Container, Parts, says, viewOf } from "./container.ts";
import { Frame } from "./jpeg-frame.ts";
import { unreadable } from "./refusal.ts";
import { withoutPrefix } from "./tiff.ts";

/** Second bytes of markers (ISO/IEC 10918-1, table B.1). */
const MARKER = {
  baseline: 0xc0,
  extended: 0xc1,
  progressive: 0xc2,
  huffman: 0xc4,
  firstRestart: 0xd0,
  lastRestart: 0xd7,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  quantization: 0xdb,
  lines: 0xdc,
  restartInterval: 0xdd,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
} as const;

const TABLES: readonly number[] = [MARKER.huffman, MARKER.quantization, MARKER.restartInterval];
const XMP = "http://ns.adobe.com/xap/1.0/\0";
const PROFILE = "ICC_PROFILE\0";

interface Segment {
  readonly from: number;
  readonly to: number;
  readonly data: Uint8Array;
}

/**
 * Reads a JPEG's markers up to the end of its first image. Throws `ImageRefusedError` for a coding that no
 * browser shows, and for more scans than an image needs.
 */
export function readJpeg(content: Uint8Array): Container {
  const parts = new Parts(content);
  parts.add(0, 2);
  const profile: Segment[] = [];
  let [exif, xmp]: (Uint8Array | undefined)[] = [];
  let frame: Frame | undefined;
  let kept = 0;
  const keep = (from: number, to: number) => {
    if (++kept > BOUNDS.segments) throw unreadable(`the JPEG has more than ${BOUNDS.segments} tables`);
    parts.add(from, to);
  };
  for (let at = markerFrom(content, 2); at < content.length; ) {
    const marker = content[at + 1]!;
    if (marker === MARKER.end) {
      parts.add(at, at + 2);
      break;
    }
    const segment = segmentAt(content, at);
    if (segment === undefined) break;
    const { from, to, data } = segment;
    at = marker === MARKER.scan ? scanEnd(content, to) : markerFrom(content, to);
    if (marker === MARKER.scan) {
      if (frame === undefined) throw unreadable("the JPEG has a scan before its frame");
      frame.addScan(data);
      keep(from, at);
    } else if (marker >= MARKER.baseline && marker <= MARKER.progressive) {
      if (frame !== undefined) throw unreadable("the JPEG has two frames");
      frame = new Frame(data, marker === MARKER.progressive);
      keep(from, to);
    } else if (TABLES.includes(marker) || isNeeded(marker, data)) keep(from, to);
    else if (marker === MARKER.app1 && says(data, 0, "Exif\0\0")) exif ??= withoutPrefix(data);
    else if (marker === MARKER.app1 && says(data, 0, XMP)) xmp ??= data.subarray(XMP.length);
    else if (marker === MARKER.app2 && says(data, 0, PROFILE)) profile.push(segment);
    else if (!isDropped(marker)) throw unreadable(`JPEG marker ${marker.toString(16)} is not read`);
  }
  if (frame === undefined) throw unreadable("the JPEG has no frame");
  const { width, height, decoderBytes } = frame;
  return {
    width,
    height,
    decoderBytes,
    decodable: () => withProfile(parts.joined(), content, profile),
    exif,
    xmp,
    texts: [],
  };
}

/** Offset of the next marker: 0xff before a byte that is neither 0 nor another 0xff. */
function markerFrom(content: Uint8Array, from: number): number {
  const last = content.length - 1;
  // `indexOf` is native: most of a file of up to 10 MB is a scan's coded data.
  for (let at = content.indexOf(0xff, from); at !== -1 && at < last; at = content.indexOf(0xff, at + 1)) {
    if (content[at + 1] !== 0 && content[at + 1] !== 0xff) return at;
  }
  return content.length;
}

/** Offset at which a scan's coded data end; restart markers are a part of them. */
function scanEnd(content: Uint8Array, from: number): number {
  for (let at = markerFrom(content, from); ; at = markerFrom(content, at + 2)) {
    const marker = content[at + 1];
    if (marker === undefined || marker < MARKER.firstRestart || marker > MARKER.lastRestart) return at;
  }
}

/** The segment that begins with a marker; undefined if it is cut off. */
function segmentAt(content: Uint8Array, from: number): Segment | undefined {
  if (from + 4 > content.length) return undefined;
  const to = from + 2 + viewOf(content).getUint16(from + 2);
  if (to < from + 4) throw unreadable("a JPEG segment has no room for its length");
  return to > content.length ? undefined : { from, to, data: content.subarray(from + 4, to) };
}

/** Whether a segment says how the colours are coded. */
const isNeeded = (marker: number, data: Uint8Array) =>
  (marker === MARKER.app0 && says(data, 0, "JFIF\0")) || (marker === MARKER.app14 && says(data, 0, "Adobe"));

const isDropped = (marker: number) =>
  (marker >= MARKER.app0 && marker <= MARKER.app15) || marker === MARKER.comment || marker === MARKER.lines;

/** The file with its profile segments after its first two bytes, if the profile can be used. */
function withProfile(file: Buffer, content: Uint8Array, segments: readonly Segment[]): Buffer {
  // A number and a count, of one byte each, come before each part (ICC.1, annex B.4).
  const start = PROFILE.length + 2;
  const ordered = segments.toSorted((a, b) => a.data[PROFILE.length]! - b.data[PROFILE.length]!);
  const whole = Buffer.concat(ordered.slice(0, 255).map(({ data }) => data.subarray(start)));
  if (!isUsableProfile(whole) || segments.length > 255) return file;
  const own = segments.map(({ from, to }) => content.subarray(from, to));
  return Buffer.concat([file.subarray(0, 2), ...own, file.subarray(2)]);
}
