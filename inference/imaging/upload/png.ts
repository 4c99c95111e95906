import { inflateSync } from "node:zlib";
import { BOUNDS } from "./bounds.ts";
import { isUsableProfile } from "./colour-profile.ts";
import { type Container, Parts, says, viewOf } from "./container.ts";
import { unreadable } from "./refusal.ts";

export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** Length, type and checksum of a chunk. */
const FRAME = 12;
const HEADER_LENGTH = 13;
/** Chunks of pixels, and those without which they mean something else. */
const DECODED: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
const TEXTS: ReadonlySet<string> = new Set(["tEXt", "zTXt", "iTXt"]);
/** Programs write a handful. */
const TEXTS_MAX = 50;
/** Samples of a pixel by colour type (PNG, table 11.1). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Reads a PNG's chunks (W3C PNG, 5.3). Throws `ImageRefusedError`. */
export function readPng(content: Uint8Array): Container {
  const view = viewOf(content);
  const parts = new Parts(content);
  parts.add(0, PNG_SIGNATURE.length);
  const texts: Uint8Array[] = [];
  let exif: Uint8Array | undefined;
  let hasPixels = false;
  for (let at: number = PNG_SIGNATURE.length; at + 8 <= content.length; ) {
    const end = at + FRAME + view.getUint32(at);
    const type = String.fromCharCode(...content.subarray(at + 4, at + 8));
    // A chunk that is cut off is the decoder's to reject.
    const data = content.subarray(at + 8, Math.min(end - 4, content.length));
    if (DECODED.has(type)) parts.add(at, Math.min(end, content.length));
    else if (isCritical(type)) throw unreadable(`PNG chunk ${JSON.stringify(type)} is not known`);
    else if (type === "acTL" && !hasPixels) throw unreadable("an animated PNG", "unsupported_type");
    else if (type === "iCCP" && !hasPixels && isUsable(data)) parts.add(at, Math.min(end, content.length));
    else if (type === "eXIf" && !hasPixels) exif ??= data;
    else if (TEXTS.has(type) && texts.length < TEXTS_MAX) texts.push(content.subarray(at + 4, end - 4));
    if (type === "IDAT") hasPixels = true;
    if (type === "IEND") break;
    at = end;
  }
  return { ...readHeader(content), decodable: () => parts.joined(), exif, xmp: undefined, texts };
}

function readHeader(content: Uint8Array) {
  if (content.length < PNG_SIGNATURE.length + FRAME + HEADER_LENGTH || !says(content, 12, "IHDR")) {
    throw unreadable("the PNG does not begin with its header");
  }
  const view = viewOf(content);
  const [width, height, depth] = [view.getUint32(16), view.getUint32(20), content[24]!];
  const samples = SAMPLES[content[25]!] ?? 4;
  // A row after the other is unpacked of any other PNG. A palette's samples become three or four.
  const bytes = content[25] === 3 ? 4 : (samples * Math.max(depth, 8)) / 8;
  return { width, height, decoderBytes: content[28] === 0 ? 0 : width * height * bytes };
}

/** Uppercase: a decoder that does not know the chunk cannot show the image. */
const isCritical = (type: string) => type.charCodeAt(0) < 0x60;

/** Whether a chunk's profile unfolds to one that is bounded. */
function isUsable(data: Uint8Array): boolean {
  const name = data.indexOf(0);
  const profile = name < 0 ? undefined : inflated(data.subarray(name + 2), BOUNDS.profile);
  return profile !== undefined && isUsableProfile(profile);
}

/** Inflates a zlib stream; undefined if it is broken or inflates to more than `most` bytes. */
export function inflated(stream: Uint8Array, most: number): Buffer | undefined {
  try {
    return inflateSync(stream, { maxOutputLength: most });
  } catch {
    // Programs write broken chunks, and attackers large ones: neither says anything of the image.
    return undefined;
  }
}
