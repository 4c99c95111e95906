import { isUsableProfile } from "./colour-profile.ts";
import { type Container, says, viewOf } from "./container.ts";
import { unreadable } from "./refusal.ts";
import { withoutPrefix } from "./tiff.ts";

const FIRST_CHUNK = 12;
const FLAGS = { animated: 0x02, alpha: 0x10, profile: 0x20 } as const;
/** Bytes of the extended header (RFC 9649, 2.7). */
const EXTENDED = 10;
/**
 * libvips has every WebP decoded to four channels at once; one of values without loss, or with transparency,
 * holds a copy of those meanwhile.
 */
const BYTES_PER_PIXEL = { plain: 4, copied: 6 } as const;

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

/** Reads a WebP's chunks (RFC 9649). Throws `ImageRefusedError`. */
export function readWebp(content: Uint8Array): Container {
  const chunks = chunksOf(content);
  const find = (type: string) => chunks.find((chunk) => chunk.type === type)?.data;
  const extended = chunks[0]?.type === "VP8X" ? chunks[0].data : undefined;
  if (((extended?.[0] ?? 0) & FLAGS.animated) !== 0) throw unreadable("an animated WebP", "unsupported_type");
  const image = chunks.find(({ type }) => type === "VP8 " || type === "VP8L");
  if (image === undefined) throw unreadable("the WebP has no image");
  const [width, height] = sizeOf(image);
  if (extended !== undefined) assertCanvas(extended, width, height);
  const profile = find("ICCP");
  const exif = find("EXIF");
  return {
    width,
    height,
    decoderBytes:
      width * height * BYTES_PER_PIXEL[image.type === "VP8L" || find("ALPH") ? "copied" : "plain"],
    decodable() {
      if (extended === undefined) return riff([image]);
      const icc = profile !== undefined && isUsableProfile(profile) ? profile : undefined;
      const alpha = image.type === "VP8 " ? find("ALPH") : undefined;
      return riff([
        { type: "VP8X", data: withFlags(extended, icc !== undefined) },
        ...(icc === undefined ? [] : [{ type: "ICCP", data: icc }]),
        ...(alpha === undefined ? [] : [{ type: "ALPH", data: alpha }]),
        image,
      ]);
    },
    exif: exif && withoutPrefix(exif),
    xmp: find("XMP "),
    texts: [],
  };
}

/** The chunks within the length that the file states; the last may be cut off. */
function chunksOf(content: Uint8Array): Chunk[] {
  const view = viewOf(content);
  const chunks: Chunk[] = [];
  const end = Math.min(content.length, content.length < 8 ? 0 : 8 + view.getUint32(4, true));
  for (let at = FIRST_CHUNK; at + 8 <= end; ) {
    const size = view.getUint32(at + 4, true);
    const type = String.fromCharCode(...content.subarray(at, at + 4));
    if (KNOWN.has(type)) chunks.push({ type, data: content.subarray(at + 8, Math.min(at + 8 + size, end)) });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

const KNOWN: ReadonlySet<string> = new Set(["VP8X", "ICCP", "ALPH", "VP8 ", "VP8L", "EXIF", "XMP "]);

/** Width and height of a key frame (RFC 6386, 9.1) or of a lossless image (RFC 9649, 3.4). */
function sizeOf({ type, data }: Chunk): [width: number, height: number] {
  const view = viewOf(data);
  if (type === "VP8L") {
    if (data.length < 5 || data[0] !== 0x2f) throw unreadable("the lossless WebP has no header");
    const sizes = view.getUint32(1, true);
    return [(sizes & 0x3fff) + 1, ((sizes >> 14) & 0x3fff) + 1];
  }
  if (data.length < 10 || view.getUint16(3) !== 0x9d01 || data[5] !== 0x2a) {
    throw unreadable("the WebP does not begin with a key frame");
  }
  return [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff];
}

function assertCanvas(extended: Uint8Array, width: number, height: number): void {
  if (extended.length < EXTENDED) throw unreadable("the WebP's extended header is cut off");
  const side = (at: number) => 1 + extended[at]! + extended[at + 1]! * 256 + extended[at + 2]! * 65_536;
  if (side(4) !== width || side(7) !== height) {
    throw unreadable("the WebP's canvas has another size than its image");
  }
}

function withFlags(extended: Uint8Array, hasProfile: boolean): Uint8Array {
  const header = Uint8Array.from(extended.subarray(0, EXTENDED));
  header[0] = (header[0]! & FLAGS.alpha) | (hasProfile ? FLAGS.profile : 0);
  return header;
}

function riff(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const head = Buffer.alloc(8);
    head.write(type, "latin1");
    head.writeUInt32LE(data.length, 4);
    return [head, data, Buffer.alloc(data.length % 2)];
  });
  const file = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP", "latin1"), ...parts]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

export const isWebp = (content: Uint8Array): boolean => says(content, 0, "RIFF") && says(content, 8, "WEBP");
