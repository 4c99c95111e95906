/** Another size in the frame header. */
export function jpegClaiming(jpeg: Buffer, frame: 0xc0 | 0xc2, width: number, height: number): Buffer {
  const lying = Buffer.from(jpeg);
  const at = lying.indexOf(Buffer.from([0xff, frame]));
  lying.writeUInt16BE(height, at + 5);
  lying.writeUInt16BE(width, at + 7);
  return lying;
}

export function vp8Claiming(webp: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(webp);
  const at = lying.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  lying.writeUInt16LE(width & 0x3fff, at + 3);
  lying.writeUInt16LE(height & 0x3fff, at + 5);
  return lying;
}

export function vp8lClaiming(webp: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(webp);
  const at = lying.indexOf("VP8L") + 9;
  lying.writeUInt32LE((((width - 1) & 0x3fff) | (((height - 1) & 0x3fff) << 14)) >>> 0, at);
  return lying;
}

/** The image within a canvas of another size. */
export function vp8xClaiming(webp: Buffer, width: number, height: number): Buffer {
  const canvas = Buffer.alloc(18);
  canvas.write("VP8X", 0, "latin1");
  canvas.writeUInt32LE(10, 4);
  canvas.writeUIntLE(Math.max(width, 1) - 1, 12, 3);
  canvas.writeUIntLE(Math.max(height, 1) - 1, 15, 3);
  return riff(canvas, webp.subarray(12));
}

/** The image, of that many pixels a side, with another chunk. */
export function webpWith(webp: Buffer, side: number, type: "ICCP" | "EXIF", content: Buffer): Buffer {
  const canvas = Buffer.alloc(18);
  canvas.write("VP8X", 0, "latin1");
  canvas.writeUInt32LE(10, 4);
  canvas[8] = type === "ICCP" ? 0x20 : 0x08;
  canvas.writeUIntLE(side - 1, 12, 3);
  canvas.writeUIntLE(side - 1, 15, 3);
  const size = Buffer.alloc(8);
  size.write(type, 0, "latin1");
  size.writeUInt32LE(content.length, 4);
  const extra = Buffer.concat([size, content]);
  return type === "ICCP" ? riff(canvas, extra, webp.subarray(12)) : riff(canvas, webp.subarray(12), extra);
}

function riff(...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from("WEBP"), ...parts]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** Segments of this kind right behind the start of image. */
export function withSegments(jpeg: Buffer, marker: number, content: Buffer, count: number): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  const segments = Array.from({ length: count }, () => Buffer.concat([head, content]));
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** One of 255 parts of a colour profile. */
export const profilePart = () =>
  Buffer.concat([Buffer.from("ICC_PROFILE\0\x01\xff", "latin1"), Buffer.alloc(30_000)]);
