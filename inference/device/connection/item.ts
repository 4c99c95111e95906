import type { Tensor } from "../../runtime/tensors.ts";

/** Whether a tensor is one item of a net: pixels of its shape, as bytes. */
export function isItem({ data, dims }: Tensor, item: readonly number[]): boolean {
  const [batch, ...sizes] = dims;
  return (
    data instanceof Uint8Array &&
    batch === 1 &&
    sizes.length === item.length &&
    item.every((size, i) => sizes[i] === size)
  );
}
