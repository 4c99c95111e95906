import { assemble, type Bytes, op } from "../../../inference/gallery/assembler.ts";

/**
 * Reads every byte from one address to another in 64-byte steps, and stores a sum at `sum` so that no read is
 * optimised away.
 */
type PureRead = (from: number, to: number, sum: number) => void;

const [FROM, TO, SUM, FIRST] = [0, 1, 2, 3];
const VECTORS = 4;

/** The yardstick, in WASM SIMD too: any program that looks at these bytes takes at least as long. */
export function loadPureRead(memory: WebAssembly.Memory): PureRead {
  const add = (n: number): Bytes => [
    ...op.local_get(FIRST + n),
    ...op.local_get(FROM),
    ...op.v128_load(n * 16),
    ...op.i32x4_add,
    ...op.local_set(FIRST + n),
  ];
  const total = [1, 2, 3].flatMap((n) => [...op.local_get(FIRST + n), ...op.i32x4_add]);
  const body = [
    ...op.loop(
      [0, 1, 2, 3].flatMap(add),
      [...op.local_get(FROM), ...op.i32_const(VECTORS * 16), ...op.i32_add, ...op.local_tee(FROM)],
      [...op.local_get(TO), ...op.i32_lt_u, ...op.br_if(0)],
    ),
    ...[...op.local_get(SUM), ...op.local_get(FIRST), ...total],
    ...[...op.i32x4_extract_lane(0), ...op.i32_store(0)],
  ];
  const read = { name: "read", parameters: 3, integers: 0, vectors: VECTORS, body };
  const module = new WebAssembly.Module(assemble([read]));
  return new WebAssembly.Instance(module, { scan: { memory } }).exports.read as PureRead;
}
