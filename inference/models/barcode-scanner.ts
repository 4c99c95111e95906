import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, purgeZXingModule, readBarcodes } from "zxing-wasm/reader";
import { type Quad, quadSize } from "../geometry/quad.ts";
import type { Raster } from "../imaging/raster.ts";

/** Symbologies that are searched for, by the decoder's names. */
const SYMBOLOGIES = {
  PDF417: "PDF417",
  DataMatrix: "DATA_MATRIX",
  QRCode: "QR_CODE",
  Aztec: "AZTEC",
} as const;
const FORMATS = Object.keys(SYMBOLOGIES) as (keyof typeof SYMBOLOGIES)[];

export type Symbology = (typeof SYMBOLOGIES)[keyof typeof SYMBOLOGIES];

/** A symbol that was decoded with all its error correction. */
export interface DecodedBarcode {
  readonly symbology: Symbology;
  readonly content: Uint8Array;
  /** In the raster: top left, top right, bottom right, bottom left as the symbol is read. */
  readonly corners: Quad;
}

/** So many symbols of an image are returned, the largest: a document has one or two, a poster any number. */
const SYMBOLS_MAX = 4;

/**
 * Opens the decoder from the package's own file; its default would fetch one from a public host. Throws
 * `Error` if the file cannot be loaded.
 */
async function openDecoder(): Promise<void> {
  const file = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  const wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

let opening: Promise<void> | undefined;

/**
 * Decodes the symbols in a raster, at most `SYMBOLS_MAX`. They lie straight or are turned by quarters; a
 * module is at least two pixels wide. It runs on this thread, about 15 ms for a megapixel. Throws `Error`
 * if the decoder fails; the next call then opens another one.
 */
export async function scanBarcodes(raster: Raster): Promise<DecodedBarcode[]> {
  opening ??= openDecoder();
  try {
    await opening;
    const found = await readBarcodes(
      { width: raster.width, height: raster.height, data: withAlpha(raster), colorSpace: "srgb" },
      { formats: FORMATS, tryInvert: false, tryDownscale: false },
    );
    const symbols = found.flatMap(({ format, bytes, position }) => {
      const symbology = SYMBOLOGIES[format as keyof typeof SYMBOLOGIES] as Symbology | undefined;
      const { topLeft, topRight, bottomRight, bottomLeft } = position;
      const corners = [topLeft, topRight, bottomRight, bottomLeft] as const;
      return symbology === undefined ? [] : [{ symbology, content: bytes, corners }];
    });
    // The decoder's own limit does not hold for PDF417.
    return symbols.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, SYMBOLS_MAX);
  } catch (error) {
    opening = undefined;
    purgeZXingModule();
    throw error;
  }
}

function sizeOf({ corners }: Pick<DecodedBarcode, "corners">): number {
  const { width, height } = quadSize(corners);
  return width * height;
}

function withAlpha({ width, height, data }: Raster): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    out[to] = data[from]!;
    out[to + 1] = data[from + 1]!;
    out[to + 2] = data[from + 2]!;
  }
  return out;
}
