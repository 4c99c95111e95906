/** Type and size from the first bytes of an image. */
export interface Header {
  readonly type: "image/jpeg" | "image/png" | "image/webp";
  /** As stored: a JPEG may be rotated for display. */
  readonly width: number;
  readonly height: number;
}

/** Bytes of a file that are enough: a JPEG has at most its texts and thumbnails before its size. */
export const HEADER_BYTES = 256 * 1024;

/** Reads type and size without decoding; undefined for other types, or if the data is cut short. */
export function readHeader(bytes: Uint8Array): Header | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const read = READERS.find(({ magic }) => magic.every(([at, value]) => view.getUint32(at) === value));
    const header = read?.header(view);
    return header !== undefined && header.width > 0 && header.height > 0 ? header : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Reader {
  /** Four bytes and their positions. The last entry distinguishes the first two of a JPEG. */
  readonly magic: readonly (readonly [number, number])[];
  header(view: DataView): Header | undefined;
}

const READERS: readonly Reader[] = [
  {
    magic: [
      [0, 0x89504e47],
      [12, 0x49484452],
    ],
    header: (view) => ({ type: "image/png", width: view.getUint32(16), height: view.getUint32(20) }),
  },
  {
    magic: [
      [0, 0x52494646],
      [8, 0x57454250],
    ],
    header: webp,
  },
  { magic: [], header: jpeg },
];

const VP8 = 0x56503820;
const VP8L = 0x5650384c;
const VP8X = 0x56503858;

function webp(view: DataView): Header | undefined {
  const sized = (width: number, height: number): Header => ({ type: "image/webp", width, height });
  const kind = view.getUint32(12);
  if (kind === VP8) return sized(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (kind === VP8X) {
    const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return sized(1 + uint24(24), 1 + uint24(27));
  }
  if (kind !== VP8L) return undefined;
  const packed = view.getUint32(21, true);
  return sized(1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff));
}

/** A start-of-frame segment holds the size; C4, C8 and CC are other things among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpeg(view: DataView): Header | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes may precede any marker.
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) {
      return { type: "image/jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + view.getUint16(at + 2);
  }
}
