import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Decodable } from "./decode.ts";

/** OpenJPEG as WebAssembly; the package has no types. */
interface OpenJpeg {
  readonly J2KDecoder: new () => {
    /** Room for the file in the module's memory. */
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number };
    /** Interleaved samples, in the module's memory. */
    getDecodedBuffer(): Uint8ClampedArray;
  };
}

interface Options {
  readonly wasmBinary: Uint8Array;
  readonly print: () => void;
  readonly printErr: () => void;
}

const require = createRequire(import.meta.url);

/** Entry point of a thread that decodes one codestream, sends its pixels and ends. */
async function main({ file, width, height }: Decodable): Promise<void> {
  const open = require("@cornerstonejs/codec-openjpeg/decodewasmjs") as (
    options: Options,
  ) => Promise<OpenJpeg>;
  const wasmBinary = readFileSync(require.resolve("@cornerstonejs/codec-openjpeg/decodewasm"));
  const silent = () => {};
  const { J2KDecoder } = await open({ wasmBinary, print: silent, printErr: silent });
  const decoder = new J2KDecoder();
  decoder.getEncodedBuffer(file.length).set(file);
  decoder.decode();
  const found = decoder.getFrameInfo();
  const samples = decoder.getDecodedBuffer();
  if (found.width !== width || found.height !== height || found.bitsPerSample !== 8)
    throw new Error("decoded to another size");
  if (samples.length !== width * height * found.componentCount) throw new Error("decoded in part");
  const pixels = found.componentCount === 3 ? new Uint8Array(samples) : coloured(samples);
  parentPort!.postMessage(pixels, [pixels.buffer as ArrayBuffer]);
}

/** Grey samples as three equal colours. */
function coloured(grey: Uint8ClampedArray): Uint8Array {
  const pixels = new Uint8Array(3 * grey.length);
  for (let i = 0; i < grey.length; i++) pixels.fill(grey[i]!, 3 * i, 3 * i + 3);
  return pixels;
}

await main(workerData as Decodable);
