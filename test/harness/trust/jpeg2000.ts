import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Raster } from "#inference/imaging/raster.ts";

/** OpenJPEG with its encoder; the package has no types. */
interface OpenJpeg {
  readonly J2KEncoder: new () => {
    getDecodedBuffer(frame: object): Uint8Array;
    encode(): void;
    getEncodedBuffer(): Uint8Array;
    setQuality(isLossless: boolean, layers: number): void;
    setCompressionRatio(layer: number, ratio: number): void;
  };
}

const require = createRequire(import.meta.url);
const PACKAGE = "@cornerstonejs/codec-openjpeg";

/** A raster as a JPEG 2000 codestream without loss; `isGrey` takes its first channel. */
export async function codestreamOf({ width, height, data }: Raster, isGrey = false): Promise<Uint8Array> {
  const open = require(`${PACKAGE}/wasmjs`) as (options: object) => Promise<OpenJpeg>;
  const wasmBinary = readFileSync(require.resolve(`${PACKAGE}/wasm`));
  const { J2KEncoder } = await open({ wasmBinary, print: () => {}, printErr: () => {} });
  const encoder = new J2KEncoder();
  const componentCount = isGrey ? 1 : 3;
  const samples = encoder.getDecodedBuffer({
    width,
    height,
    componentCount,
    bitsPerSample: 8,
    isSigned: false,
  });
  samples.set(isGrey ? data.filter((_, i) => i % 3 === 0) : data);
  encoder.setQuality(true, 0);
  encoder.encode();
  return Uint8Array.from(encoder.getEncodedBuffer());
}

function box(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

/** A codestream as a JP2 file of this enumerated colour space (16: sRGB), with more boxes in its header. */
export function jp2Of(codestream: Uint8Array, colour = 16, more: readonly Uint8Array[] = []): Uint8Array {
  const view = new DataView(codestream.buffer, codestream.byteOffset);
  const header = Buffer.alloc(14);
  header.writeUInt32BE(view.getUint32(12), 0);
  header.writeUInt32BE(view.getUint32(8), 4);
  header.writeUInt16BE(view.getUint16(40), 8);
  header.set([7, 7, 0, 0], 10);
  return new Uint8Array(
    Buffer.concat([
      box("jP  ", Buffer.from("0d0a870a", "hex")),
      box("ftyp", Buffer.from("jp2 \0\0\0\0jp2 ", "latin1")),
      box(
        "jp2h",
        Buffer.concat([box("ihdr", header), box("colr", Uint8Array.of(1, 0, 0, 0, 0, 0, colour)), ...more]),
      ),
      box("jp2c", codestream),
    ]),
  );
}

export const paletteBox = box("pclr", new Uint8Array(8));

/** The same codestream, whose header states another size. */
export function withSize(codestream: Uint8Array, width: number, height: number): Uint8Array {
  const changed = codestream.slice();
  const view = new DataView(changed.buffer);
  for (const [at, value] of [
    [8, width],
    [12, height],
    [24, width],
    [28, height],
  ] as const)
    view.setUint32(at, value);
  return changed;
}
