import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Header {
  readonly width: number;
  readonly height: number;
  /** 8 unless given. */
  readonly depth?: number;
  /** 2 (RGB) unless given. */
  readonly colour?: number;
  readonly interlaced?: boolean;
}

/** A chunk with its length and checksum. */
export function chunk(type: string, content: Uint8Array = Buffer.alloc(0), crc?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc ?? crc32(body), framed.length - 4);
  return framed;
}

export function header({ width, height, depth = 8, colour = 2, interlaced = false }: Header): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width >>> 0, 0);
  content.writeUInt32BE(height >>> 0, 4);
  content[8] = depth;
  content[9] = colour;
  content[12] = interlaced ? 1 : 0;
  return chunk("IHDR", content);
}

export const END = chunk("IEND");

/** Grey rows of an RGB image, compressed: the content of an `IDAT` of this size. */
export const pixels = (width: number, height: number) =>
  chunk("IDAT", deflateSync(Buffer.alloc((width * 3 + 1) * height), { level: 1 }));

export const png = (...chunks: readonly Uint8Array[]) => Buffer.concat([SIGNATURE, ...chunks]);

/** A chunk that decompresses to this many megabytes of letters: zeros would end a text at once. */
export function compressed(type: "zTXt" | "iCCP" | "iTXt", megabytes: number): Buffer {
  const keyword = type === "iTXt" ? "Comment\0\u0001\0\0\0" : "Comment\0\0";
  return chunk(type, Buffer.concat([Buffer.from(keyword, "latin1"), letters(megabytes)]));
}

/** So many megabytes of one letter, deflated: under a hundredth of that. */
export function letters(megabytes: number): Buffer {
  return deflateSync(Buffer.alloc(megabytes * 1_000_000, "A"), { level: 6 });
}
