import { type Container, viewOf } from "./container.ts";
import { unreadable } from "./refusal.ts";

/** Signature box of a JP2 file, and the first markers of a codestream (ISO/IEC 15444-1). */
const JP2 = Buffer.from("0000000c6a5020200d0a870a", "hex");
const CODESTREAM = Buffer.from("ff4fff51", "hex");

const startsWith = (content: Uint8Array, start: Uint8Array) => start.every((byte, i) => content[i] === byte);

export const isCodestream = (content: Uint8Array): boolean => startsWith(content, CODESTREAM);
export const isJpeg2000 = (content: Uint8Array): boolean => isCodestream(content) || startsWith(content, JP2);

/** Bytes a pixel that OpenJPEG holds: two copies of 4 bytes for each component, and the result. */
const BYTES_PER_SAMPLE = 9;

/** Reads a JPEG 2000's header. Decodes nothing. Throws `ImageRefusedError`. */
export function readJpeg2000(content: Uint8Array): Container {
  const codestream = isCodestream(content) ? content : codestreamOf(content);
  const { width, height, components } = sizeOf(codestream);
  return {
    ...{ width, height },
    decoderBytes: width * height * components * BYTES_PER_SAMPLE,
    decodable: () => codestream,
    ...{ exif: undefined, xmp: undefined, texts: [] },
  };
}

interface Box {
  readonly type: string;
  readonly data: Uint8Array;
}

/** Boxes that are read at most: a JP2 file has four or five, and its header as many. */
const BOXES_MAX = 64;

function boxesOf(content: Uint8Array): Box[] {
  const view = viewOf(content);
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= content.length && boxes.length < BOXES_MAX; ) {
    const stated = view.getUint32(at);
    // A box of length 0 reaches to the end. Lengths of 64 bits are for files over 4 GiB.
    const length = stated === 0 ? content.length - at : stated;
    if (length < 8) throw unreadable("the JP2 has a box of an impossible length");
    const type = Buffer.from(content.subarray(at + 4, at + 8)).toString("latin1");
    boxes.push({ type, data: content.subarray(at + 8, at + length) });
    at += length;
  }
  return boxes;
}

/** Enumerated colour spaces: sRGB and grey. Values of others would be taken for sRGB. */
const COLOURS = [16, 17];
const ENUMERATED = 1;

function codestreamOf(content: Uint8Array): Uint8Array {
  const boxes = boxesOf(content);
  const header = boxesOf(boxes.find(({ type }) => type === "jp2h")?.data ?? new Uint8Array());
  if (header.some(({ type }) => type === "pclr")) throw unreadable("the JP2 has a palette");
  const colour = header.find(({ type }) => type === "colr")?.data;
  if (colour?.[0] === ENUMERATED && !(colour.length >= 7 && COLOURS.includes(viewOf(colour).getUint32(3))))
    throw unreadable("the JP2 has another colour space than sRGB and grey");
  const found = boxes.find(({ type }) => type === "jp2c")?.data;
  if (found === undefined || !isCodestream(found)) throw unreadable("the JP2 has no codestream");
  return found;
}

/** Offsets in a codestream of the fields of its SIZ marker. */
const SIZ = {
  width: 8,
  height: 12,
  left: 16,
  top: 20,
  tileWidth: 24,
  tileHeight: 28,
  count: 40,
  first: 42,
} as const;
const EIGHT_BITS = 7;
/** Tiles: encoders of faces write one. */
const TILES_MAX = 256;

function sizeOf(codestream: Uint8Array): { width: number; height: number; components: number } {
  if (codestream.length < SIZ.first + 3) throw unreadable("the codestream ends in its header");
  const view = viewOf(codestream);
  const at = (offset: number) => view.getUint32(offset);
  const [width, height] = [at(SIZ.width) - at(SIZ.left), at(SIZ.height) - at(SIZ.top)];
  const tiles = Math.ceil(at(SIZ.width) / at(SIZ.tileWidth)) * Math.ceil(at(SIZ.height) / at(SIZ.tileHeight));
  const components = view.getUint16(SIZ.count);
  if (width < 1 || height < 1 || !(tiles <= TILES_MAX))
    throw unreadable("the codestream has an impossible size");
  if (components !== 1 && components !== 3)
    throw unreadable("the codestream is neither grey nor of three colours");
  if (codestream.length < SIZ.first + 3 * components) throw unreadable("the codestream ends in its header");
  for (let i = 0; i < components; i++) {
    const [depth, across, down] = codestream.subarray(SIZ.first + 3 * i);
    if (depth !== EIGHT_BITS || across !== 1 || down !== 1)
      throw unreadable("a component of the codestream is not of 8 bits for each pixel");
  }
  return { width, height, components };
}
