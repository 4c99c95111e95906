import type { Tensor } from "../../runtime/tensors.ts";

/** Whether a tensor is one item of a net: of its shape, and pixels as bytes or numbers as float32. */
export function isItem({ data, dims }: Tensor, item: readonly number[]): boolean {
  const isNumbers = data instanceof Float32Array || data instanceof Uint8Array;
  const [batch, ...sizes] = dims;
  return (
    isNumbers && batch === 1 && sizes.length === item.length && item.every((size, i) => sizes[i] === size)
  );
}
