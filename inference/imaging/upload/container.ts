/** A file's description of its image, read without decoding, and the parts of the file that are decoded. */
export interface Container {
  /** Pixels as stored, not turned upright. */
  readonly width: number;
  readonly height: number;
  /** Bytes that its decoder holds in addition to the decoded image. */
  readonly decoderBytes: number;
  /** The same image in a file without metadata. */
  decodable(): Uint8Array;
  /** Exif's TIFF structure. */
  readonly exif: Uint8Array | undefined;
  /** XMP packet. */
  readonly xmp: Uint8Array | undefined;
  /** A PNG's text chunks: their type, then their content. */
  readonly texts: readonly Uint8Array[];
}

/** Parts of a file in their order; adjacent parts are merged. */
export class Parts {
  readonly #content: Uint8Array;
  readonly #ranges: [from: number, to: number][] = [];

  constructor(content: Uint8Array) {
    this.#content = content;
  }

  add(from: number, to: number): void {
    const last = this.#ranges.at(-1);
    if (last?.[1] === from) last[1] = to;
    else this.#ranges.push([from, to]);
  }

  joined(): Buffer {
    return Buffer.concat(this.#ranges.map(([from, to]) => this.#content.subarray(from, to)));
  }
}

export const viewOf = (content: Uint8Array): DataView =>
  new DataView(content.buffer, content.byteOffset, content.byteLength);

/** Whether the file has this ASCII text at an offset. */
export function says(content: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (content[at + i] !== text.charCodeAt(i)) return false;
  return true;
}
