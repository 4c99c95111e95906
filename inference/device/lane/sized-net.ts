import type { Net } from "../../runtime/session.ts";

/**
 * One net with a session for each batch size, of which `first` is one and `open` makes the others. Since
 * ONNX Runtime 1.20 a convolution on a GPU keeps the plan of its last shape alone and makes a new one, for
 * seconds, whenever the shape changes (microsoft/onnxruntime#23006): a session must see one size for ever.
 */
export async function netBySize(
  first: Net,
  sizes: readonly number[],
  open: () => Promise<Net>,
): Promise<Net> {
  const nets = new Map<number, Net>();
  for (const size of sizes) nets.set(size, nets.size === 0 ? first : await open());
  return {
    inputs: first.inputs,
    outputs: first.outputs,
    provider: first.provider,
    async run(feeds) {
      const size = Object.values(feeds)[0]?.dims[0];
      const net = nets.get(size!);
      if (net === undefined) throw new RangeError(`no session takes a batch of ${size}`);
      return net.run(feeds);
    },
    async release() {
      for (const net of nets.values()) await net.release();
    },
  };
}
