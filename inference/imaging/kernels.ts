import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The part of WebAssembly in use: Node's types have none of it. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** The functions of `kernels.as`, which describes them. */
interface Kernels {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  sample(...numbers: number[]): void;
  halve(...numbers: number[]): void;
  mixRows(...numbers: number[]): void;
  mixColumns(...numbers: number[]): void;
  planes(...numbers: number[]): void;
  luma(...numbers: number[]): void;
  lumaBlocks(...numbers: number[]): void;
  reverse(...numbers: number[]): void;
  greatestOfFive(...numbers: number[]): void;
  fourthOfSix(...numbers: number[]): void;
}

/** WebAssembly, compiled once a process. Calls are short and leave nothing behind in its memory. */
export const kernels = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(join(import.meta.dirname, "kernels.wasm"))),
).exports as Kernels;

/** Kernels read and write so many bytes beyond their pixels, at most. */
const BEYOND = 16;
/** The lowest address: 0 would be a null pointer. */
const FIRST = 1024;
const PAGE = 65_536;

/** The addresses of parts of the memory with these sizes in bytes; it grows if they do not fit. */
export function rooms(...sizes: number[]): number[] {
  let end = FIRST;
  const addresses = sizes.map((size) => {
    const address = end;
    end += Math.ceil((size + BEYOND) / BEYOND) * BEYOND;
    return address;
  });
  const missing = end - kernels.memory.buffer.byteLength;
  if (missing > 0) kernels.memory.grow(Math.ceil(missing / PAGE));
  return addresses;
}

/** The module's memory as bytes; a view from before it grew is empty. */
export const bytes = (): Uint8Array => new Uint8Array(kernels.memory.buffer);

/** `count` float32 at an address of the module's memory. */
export const floats = (at: number, count: number): Float32Array =>
  new Float32Array(kernels.memory.buffer, at, count);

/** Copies a part of whole pixels inside a raster to an address, a row every `stride` bytes. */
export function putPart(
  { width, data }: { readonly width: number; readonly data: Uint8Array },
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  to: number,
  stride: number,
): void {
  const memory = bytes();
  const first = (part.y * width + part.x) * 3;
  if (part.width === width && stride === width * 3) {
    memory.set(data.subarray(first, first + part.height * stride), to);
    return;
  }
  for (let row = 0; row < part.height; row++) {
    const from = first + row * width * 3;
    memory.set(data.subarray(from, from + part.width * 3), to + row * stride);
  }
}
