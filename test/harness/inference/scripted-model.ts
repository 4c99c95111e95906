import type { Model } from "#inference/runtime/session.ts";
import type { Tensor } from "#inference/runtime/tensors.ts";

/** A model with fixed answers that keeps its inputs. */
export function scriptedModel(answer: Record<string, Tensor>): Model & { readonly fed: Tensor[] } {
  const fed: Tensor[] = [];
  return {
    inputs: ["image"],
    outputs: Object.keys(answer),
    provider: "cpu",
    fed,
    async run(feeds) {
      fed.push(...Object.values(feeds));
      return answer;
    },
    async release() {},
  };
}

export const tensor = (data: readonly number[], dims: readonly number[]): Tensor => ({
  data: Float32Array.from(data),
  dims,
});
