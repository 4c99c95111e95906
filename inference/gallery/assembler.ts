/**
 * The part of WebAssembly's binary format (W3C Core Specification 3.0, chapter 5) that the scan needs:
 * instructions as bytes, and a module of functions over one imported memory.
 */
export type Bytes = readonly number[];

/**
 * A function of 32-bit integers without a result. Its locals are the parameters, then integers, then vectors.
 */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: number;
  readonly integers: number;
  readonly vectors: number;
  readonly body: Bytes;
}

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;
const FUNCTION = 0x60;
const MEMORY = 0x02;
const END = 0x0b;

/** Unsigned LEB128. */
function u32(value: number): Bytes {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...u32(value >>> 7)];
}

/** Signed LEB128 of a number from 0. */
function s32(value: number): Bytes {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...s32(value >>> 7)];
}

const vector = (opcode: number, ...operands: readonly Bytes[]): Bytes => [
  0xfd,
  ...u32(opcode),
  ...operands.flat(),
];

/** A memory argument: the alignment as a base-2 logarithm, then the offset. */
const at = (alignment: number, offset: number): Bytes => [alignment, ...u32(offset)];

/** Instructions by the specification's names, with underscores for dots. */
export const op = {
  local_get: (index: number): Bytes => [0x20, ...u32(index)],
  local_set: (index: number): Bytes => [0x21, ...u32(index)],
  local_tee: (index: number): Bytes => [0x22, ...u32(index)],
  i32_const: (value: number): Bytes => [0x41, ...s32(value)],
  i32_add: [0x6a] as Bytes,
  i32_lt_u: [0x49] as Bytes,
  i32_store: (offset: number): Bytes => [0x36, ...at(2, offset)],
  loop: (...body: readonly Bytes[]): Bytes => [0x03, NO_RESULT, ...body.flat(), END],
  br_if: (depth: number): Bytes => [0x0d, ...u32(depth)],
  v128_load: (offset: number): Bytes => vector(0x00, at(4, offset)),
  v128_zero: vector(0x0c, Array<number>(16).fill(0)),
  i32x4_extract_lane: (lane: number): Bytes => vector(0x1b, [lane]),
  i32x4_add: vector(0xae),
  /** Relaxed SIMD: sums of four products of signed bytes and unsigned 7-bit ones, added to an operand. */
  i32x4_relaxed_dot_i8x16_i7x16_add_s: vector(0x113),
};

/** A module that imports `scan.memory` and exports the functions by their names. */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [FUNCTION, ...list(Array(parameters).fill([I32])), 0]);
  const memory = [...text("scan"), ...text("memory"), MEMORY, 0, 0];
  const exports = functions.map(({ name }, index) => [...text(name), 0, ...u32(index)]);
  const codes = functions.map(({ integers, vectors, body }) => {
    const locals = [
      [...u32(integers), I32],
      [...u32(vectors), V128],
    ];
    return sized([...list(locals), ...body, END]);
  });
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [memory]),
    ...section(
      3,
      functions.map((_, index) => u32(index)),
    ),
    ...section(7, exports),
    ...section(10, codes),
  ]);
}

const sized = (bytes: Bytes): Bytes => [...u32(bytes.length), ...bytes];
const list = (items: readonly Bytes[]): Bytes => [...u32(items.length), ...items.flat()];
const text = (name: string): Bytes => sized([...new TextEncoder().encode(name)]);
const section = (id: number, items: readonly Bytes[]): Bytes => [id, ...sized(list(items))];
