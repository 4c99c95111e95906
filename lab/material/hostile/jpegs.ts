import sharp from "sharp";

const segment = (marker: number, content: readonly number[]) =>
  Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content]);

/** A Huffman table of one symbol, whose code is a single 0 bit. */
const table = (id: number, symbol: number) =>
  segment(0xc4, [id, 1, ...new Array<number>(15).fill(0), symbol]);

/** `count` times the bits 0 and `length` ones, filled up with ones. */
function runs(count: number, length: number): Buffer {
  const bits = `0${"1".repeat(length)}`.repeat(count);
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1").match(/.{8}/g)!;
  return Buffer.from(bytes.flatMap((byte) => (byte === "11111111" ? [255, 0] : [Number.parseInt(byte, 2)])));
}

/** A band's end, and a run of 32,767 blocks that end there, too. */
const END_OF_BANDS = { symbol: 0xe0, bits: 14, blocks: 32_767 } as const;

/** Scans in which each block of one component is empty: 37 bytes for 36 megapixels. */
function emptyScans(blocks: number, count: number): Buffer {
  const { symbol, bits, blocks: run } = END_OF_BANDS;
  const scan = Buffer.concat([segment(0xda, [1, 1, 0, 1, 63, 0]), runs(Math.ceil(blocks / run), bits)]);
  return Buffer.concat([table(0x10, symbol), ...new Array<Buffer>(count).fill(scan)]);
}

const sized = (marker: number, width: number, height: number, factors: readonly number[]) =>
  segment(marker, [
    8,
    ...[height >> 8, height & 255, width >> 8, width & 255, factors.length],
    ...factors.flatMap((factor, i) => [i + 1, factor, 0]),
  ]);

/** A valid progressive JPEG of one grey value, with this many further scans (finding H3). */
export function progressive(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // Each block's difference of zero is one bit.
  const first = Buffer.alloc(Math.ceil(blocks / 8));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    sized(0xc2, width, height, [0x11]),
    table(0x00, 0),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    first,
    emptyScans(blocks, scans),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A sequential JPEG, each component in scans of its own, again and again. */
export function sequential(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const scan = (id: number) =>
    Buffer.concat([segment(0xda, [1, id, 0, 0, 63, 0]), Buffer.alloc(Math.ceil(blocks / 4))]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    sized(0xc0, width, height, [0x11, 0x11, 0x11]),
    table(0x00, 0),
    table(0x10, 0),
    ...Array.from({ length: scans }, (_, i) => scan((i % 3) + 1)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** After the start of a JPEG, this many segments of a kind. */
export function withMany(jpeg: Buffer, marker: number, content: readonly number[], count: number): Buffer {
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...new Array<Buffer>(count).fill(segment(marker, content)),
    jpeg.subarray(2),
  ]);
}

/** A restart marker before each unit. */
export async function restarting(width: number, height: number): Promise<Buffer> {
  const units = Math.ceil(width / 8) * Math.ceil(height / 8);
  const jpeg = await sharp({ create: { width, height, channels: 3, background: "grey" } })
    .greyscale()
    .jpeg()
    .toBuffer();
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const start = scan + 2 + jpeg.readUInt16BE(scan + 2);
  const unit = Buffer.from([0b00101011]);
  const all = Array.from({ length: units }, (_, i) => [unit, Buffer.from([0xff, 0xd0 + (i % 8)])]).flat();
  return Buffer.concat([
    jpeg.subarray(0, scan),
    segment(0xdd, [0, 1]),
    jpeg.subarray(scan, start),
    ...all.slice(0, -1),
    Buffer.from([0xff, 0xd9]),
  ]);
}
