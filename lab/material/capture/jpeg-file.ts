/** A camera's metadata of an image, Exif 2.32. */
export interface CameraExif {
  readonly make?: string;
  /** EXIF orientation, 1..8. */
  readonly orientation?: number;
  /** "YYYY:MM:DD hh:mm:ss". */
  readonly changed?: string;
  readonly taken?: string;
  readonly width?: number;
  readonly height?: number;
  /** A JPEG. */
  readonly thumbnail?: Buffer;
}

/** The JPEG with one more segment, right behind its start. */
export function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** The JPEG as JFIF's segment begins it: libjpeg's programs write it. */
export const withJfif = (jpeg: Buffer): Buffer =>
  withSegment(jpeg, 0xe0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1"));

export const withExif = (jpeg: Buffer, exif: CameraExif): Buffer =>
  withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff(exif)]));

/** The JPEG with other quantisation steps for its luma, row by row; its pixels change with them. */
export function withLumaSteps(jpeg: Buffer, steps: readonly number[]): Buffer {
  const out = Buffer.from(jpeg);
  const at = out.indexOf(Buffer.from([0xff, 0xdb])) + 5;
  if (out[at - 1] !== 0) throw new Error("the first table is not luma's");
  ZIG_ZAG.forEach((place, k) => {
    out[at + k] = steps[place]!;
  });
  return out;
}

/**
 * The zig-zag of ISO/IEC 10918-1, figure A.6, walked: up and right along even diagonals, down and left along
 * odd ones.
 */
const ZIG_ZAG = Array.from({ length: 64 }, (_, place) => place).sort((a, b) => rank(a) - rank(b));

function rank(place: number): number {
  const [row, column] = [place >> 3, place & 7];
  const diagonal = row + column;
  return 64 * diagonal + (diagonal % 2 === 0 ? column : row);
}

type Entry = readonly [tag: number, type: 2 | 3 | 4, value: string | number];

/** A little-endian TIFF structure: IFD 0, EXIF's own, and IFD 1 with the thumbnail. */
function tiff(exif: CameraExif): Buffer {
  const { make, orientation, changed, taken, width, height, thumbnail } = exif;
  const first: Entry[] = [
    ...(make === undefined ? [] : [[0x010f, 2, make] as const]),
    ...(orientation === undefined ? [] : [[0x0112, 3, orientation] as const]),
    ...(changed === undefined ? [] : [[0x0132, 2, changed] as const]),
  ];
  const own: Entry[] = [
    ...(taken === undefined ? [] : [[0x9003, 2, taken] as const]),
    ...(width === undefined ? [] : [[0xa002, 4, width] as const]),
    ...(height === undefined ? [] : [[0xa003, 4, height] as const]),
  ];
  const ownAt = 8 + sizeOf([...first, [0x8769, 4, 0]]);
  const secondAt = ownAt + sizeOf(own);
  const header = Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]);
  const parts = [
    header,
    ifd([...first, [0x8769, 4, ownAt]], 8, thumbnail ? secondAt : 0),
    ifd(own, ownAt, 0),
  ];
  if (thumbnail === undefined) return Buffer.concat(parts);
  const pointers = (at: number): Entry[] => [
    [0x0103, 3, 6],
    [0x0201, 4, at],
    [0x0202, 4, thumbnail.length],
  ];
  return Buffer.concat([...parts, ifd(pointers(secondAt + sizeOf(pointers(0))), secondAt, 0), thumbnail]);
}

const textOf = (value: string) => Buffer.from(`${value}\0`, "latin1");
const isLong = (value: string | number): value is string => typeof value === "string" && value.length > 3;

const sizeOf = (entries: readonly Entry[]) =>
  6 +
  12 * entries.length +
  entries.reduce((sum, [, , value]) => sum + (isLong(value) ? textOf(value).length : 0), 0);

function ifd(entries: readonly Entry[], at: number, next: number): Buffer {
  const table = Buffer.alloc(6 + 12 * entries.length);
  const texts: Buffer[] = [];
  table.writeUInt16LE(entries.length, 0);
  let textAt = at + table.length;
  for (const [i, [tag, type, value]] of entries.entries()) {
    const place = 2 + 12 * i;
    table.writeUInt16LE(tag, place);
    table.writeUInt16LE(type, place + 2);
    table.writeUInt32LE(typeof value === "string" ? value.length + 1 : 1, place + 4);
    if (typeof value === "number") table.writeUInt32LE(value, place + 8);
    else if (!isLong(value)) textOf(value).copy(table, place + 8);
    else {
      table.writeUInt32LE(textAt, place + 8);
      texts.push(textOf(value));
      textAt += value.length + 1;
    }
  }
  table.writeUInt32LE(next, 2 + 12 * entries.length);
  return Buffer.concat([table, ...texts]);
}
