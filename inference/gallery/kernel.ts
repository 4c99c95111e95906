import { assemble, type Bytes, op, type WasmFunction } from "./assembler.ts";

/** Numbers of probes that one pass can compare with; a pass with another number takes the next one. */
export const WIDTHS = [1, 2, 4, 8] as const;
export const MAX_PROBES = 8;
/** Bytes of a vector instruction. */
export const VECTOR = 16;
/** Vectors of a row that one step of the scan takes. */
const UNROLLED = 4;
/** Elements that one step of the scan takes; a row is padded to a multiple of it. */
export const LANES = VECTOR * UNROLLED;
/** Largest element of a probe. With 7 unsigned bits, every machine computes the same relaxed dot product. */
export const PROBE_MAX = 127;

/**
 * Writes the dot product of every row with every probe, as 32-bit integers. Addresses are in bytes:
 * - `rows` to `end`: rows of `stride` int8 elements, one after the other; at least one row, `stride` a
 *   multiple of 64;
 * - `probes`: elements of 0 to 127, the first 16 of each probe, then the next 16 of each;
 * - `dots`: for each row one integer a probe.
 */
type Scan = (rows: number, end: number, stride: number, probes: number, dots: number) => void;

/** The scans by their number of probes, over one memory. */
export type Kernel = Readonly<Record<(typeof WIDTHS)[number], Scan>>;

export function loadKernel(memory: WebAssembly.Memory): Kernel {
  const module = new WebAssembly.Module(assemble(WIDTHS.map(scanOf)));
  const { exports } = new WebAssembly.Instance(module, { scan: { memory } });
  return Object.fromEntries(WIDTHS.map((width) => [width, exports[nameOf(width)]])) as unknown as Kernel;
}

const nameOf = (width: number) => `scan_${width}`;

// The parameters and locals of a scan, by their index.
const [ROW, END, STRIDE, PROBES, DOTS, ROW_END, PROBE, ELEMENTS, SUMS] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Each 16 elements of a row are loaded once, whatever the number of probes. */
function scanOf(width: (typeof WIDTHS)[number]): WasmFunction {
  const each = (count: number, code: (n: number) => readonly Bytes[]): Bytes =>
    Array.from({ length: count }, (_, n) => code(n).flat()).flat();
  const step = op.loop(
    each(UNROLLED, (n) => [
      [...op.local_get(ROW), ...op.v128_load(n * VECTOR), ...op.local_set(ELEMENTS)],
      each(width, (probe) => [
        [...op.local_get(ELEMENTS), ...op.local_get(PROBE), ...op.v128_load((n * width + probe) * VECTOR)],
        [...op.local_get(SUMS + probe), ...op.i32x4_relaxed_dot_i8x16_i7x16_add_s],
        op.local_set(SUMS + probe),
      ]),
    ]),
    [...op.local_get(PROBE), ...op.i32_const(LANES * width), ...op.i32_add, ...op.local_set(PROBE)],
    [...op.local_get(ROW), ...op.i32_const(LANES), ...op.i32_add, ...op.local_tee(ROW)],
    [...op.local_get(ROW_END), ...op.i32_lt_u, ...op.br_if(0)],
  );
  const body = op.loop(
    each(width, (probe) => [op.v128_zero, op.local_set(SUMS + probe)]),
    [...op.local_get(PROBES), ...op.local_set(PROBE)],
    [...op.local_get(ROW), ...op.local_get(STRIDE), ...op.i32_add, ...op.local_set(ROW_END)],
    step,
    each(width, (probe) => [op.local_get(DOTS), laneSum(SUMS + probe), op.i32_store(probe * 4)]),
    [...op.local_get(DOTS), ...op.i32_const(width * 4), ...op.i32_add, ...op.local_set(DOTS)],
    [...op.local_get(ROW), ...op.local_get(END), ...op.i32_lt_u, ...op.br_if(0)],
  );
  return { name: nameOf(width), parameters: 5, integers: 2, vectors: 1 + width, body };
}

function laneSum(local: number): Bytes {
  const lane = (index: number) => [...op.local_get(local), ...op.i32x4_extract_lane(index)];
  return [...lane(0), ...[1, 2, 3].flatMap((index) => [...lane(index), ...op.i32_add])];
}
