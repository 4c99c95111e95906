import type { Picture } from "#inference/onnx/layers.ts";

/** A weight of a model made by code, in TensorFlow's order of axes. */
export interface MadeWeight {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: readonly number[];
  readonly dtype?: "float32" | "int32";
}

export interface MadeNode {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
  readonly attr?: Record<string, unknown>;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** The attributes of an operator with windows, as TensorFlow.js writes them. */
export const windowed = (padding: "SAME" | "VALID", stride: number, fused: readonly string[] = []) => ({
  padding: { s: base64(padding) },
  strides: { list: { i: ["1", String(stride), String(stride), "1"] } },
  dilations: { list: { i: ["1", "1", "1", "1"] } },
  fused_ops: { list: { s: fused.map(base64) } },
});

/** The two files of a TensorFlow.js GraphModel. */
export function graphModel(nodes: readonly MadeNode[], weights: readonly MadeWeight[]) {
  const json = {
    modelTopology: { node: nodes },
    weightsManifest: [
      { weights: weights.map(({ name, shape, dtype = "float32" }) => ({ name, shape, dtype })) },
    ],
  };
  const parts = weights.map(({ values, dtype }) =>
    Buffer.from((dtype === "int32" ? Int32Array.from(values) : Float32Array.from(values)).buffer),
  );
  return { json: Buffer.from(JSON.stringify(json)), bin: Buffer.concat(parts) };
}

/** A picture that reaches the net as it is. */
export const plainPicture = (height: number, width: number): Picture => ({
  height,
  width,
  mean: [0, 0, 0],
  deviation: 1,
  order: "rgb",
});

/** Numbers in -1..1 that look random and are the same every time. */
export function numbers(count: number, seed = 1): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 31 - 1) as number;
  });
}
