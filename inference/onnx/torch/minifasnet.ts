import { ImportError } from "../errors.ts";
import { GraphBuilder, type Value } from "../graph.ts";
import { convolve, type FeatureMap, image, prelu, scale } from "../layers.ts";
import { readStateDict, type TorchTensor } from "./torch-file.ts";

/** Each stage halves the map's size in one block, then keeps it in residual blocks. */
const STAGES = [
  { halve: "conv_23", keep: "conv_3", blocks: 4 },
  { halve: "conv_34", keep: "conv_4", blocks: 6 },
  { halve: "conv_45", keep: "conv_5", blocks: 2 },
] as const;

const EPSILON = 1e-5;
const SIZE = 80;

/**
 * Builds a MiniFASNet (Minivision's Silent-Face-Anti-Spoofing, 80 × 80) from its PyTorch weights: `image` in,
 * `probabilities` [batch, 3] out; index 1 is bona fide. The weights determine the widths and the places of
 * squeeze-excitation modules.
 */
export function buildMiniFasNet(name: string, pth: Uint8Array): Uint8Array {
  const model = new Model(name, readStateDict(pth));
  let map = image(model.graph, { height: SIZE, width: SIZE, mean: [0, 0, 0], deviation: 1, order: "bgr" });
  map = model.block(map, "conv1", 2);
  map = model.block(map, "conv2_dw", 1);
  for (const { halve, keep, blocks } of STAGES) {
    map = model.bottleneck(map, halve, 2);
    for (let i = 0; i < blocks; i++) map = model.residual(map, `${keep}.model.${i}`);
  }
  map = model.block(map, "conv_6_sep", 1);
  map = model.normalised(map, "conv_6_dw", 1, 0);
  const features = model.graph.node("Flatten", [map.value]);
  const embedding = model.batchNorm(model.linear(features, "linear"), "bn");
  const logits = model.linear(embedding, "prob");
  model.graph.output("probabilities", model.graph.node("Softmax", [logits], { axis: 1 }), ["batch", 3]);
  return model.graph.encode();
}

class Model {
  readonly graph: GraphBuilder;
  readonly #weights: ReadonlyMap<string, TorchTensor>;

  constructor(name: string, weights: ReadonlyMap<string, TorchTensor>) {
    this.graph = new GraphBuilder(name);
    this.#weights = weights;
  }

  #weight(name: string): TorchTensor {
    const weight = this.#weights.get(`module.${name}`);
    if (!weight) throw new ImportError("unsupported_graph", `There is no weight ${name}.`);
    return weight;
  }

  /** Convolution and PReLU. */
  block(map: FeatureMap, name: string, stride: 1 | 2): FeatureMap {
    const padding = this.#weight(`${name}.conv.weight`).dims[2] === 3 ? 1 : 0;
    const out = this.normalised(map, name, stride, padding);
    return prelu(this.graph, out, this.#weight(`${name}.prelu.weight`).data);
  }

  /** Convolution and batch normalisation; a kernel of one channel makes it depthwise. */
  normalised(map: FeatureMap, name: string, stride: 1 | 2, padding: 0 | 1): FeatureMap {
    return this.#convolution(map, `${name}.conv`, `${name}.bn`, stride, padding);
  }

  #convolution(map: FeatureMap, conv: string, norm: string, stride: 1 | 2, padding: 0 | 1): FeatureMap {
    const { data, dims } = this.#weight(`${conv}.weight`);
    const out = convolve(this.graph, map, {
      kernel: data,
      dims: dims as [number, number, number, number],
      stride,
      padding: [padding, padding, padding, padding],
      groups: dims[1] === 1 ? map.channels : 1,
    });
    const { factor, shift } = this.#norm(norm);
    return scale(this.graph, out, factor, shift);
  }

  bottleneck(map: FeatureMap, name: string, stride: 1 | 2): FeatureMap {
    const inside = this.block(this.block(map, `${name}.conv`, 1), `${name}.conv_dw`, stride);
    return this.normalised(inside, `${name}.project`, 1, 0);
  }

  residual(map: FeatureMap, name: string): FeatureMap {
    let out = this.bottleneck(map, name, 1);
    if (this.#weights.has(`module.${name}.se_module.fc1.weight`)) {
      out = this.#squeezeExcitation(out, `${name}.se_module`);
    }
    return { ...out, value: this.graph.node("Add", [map.value, out.value]) };
  }

  #squeezeExcitation(map: FeatureMap, name: string): FeatureMap {
    const mean = { ...map, height: 1, width: 1, value: this.graph.node("GlobalAveragePool", [map.value]) };
    const squeezed = this.#convolution(mean, `${name}.fc1`, `${name}.bn1`, 1, 0);
    const active = { ...squeezed, value: this.graph.node("Relu", [squeezed.value]) };
    const excited = this.#convolution(active, `${name}.fc2`, `${name}.bn2`, 1, 0);
    const gate = this.graph.node("Sigmoid", [excited.value]);
    return { ...map, value: this.graph.node("Mul", [map.value, gate]) };
  }

  /** A fully connected layer, without a bias in all of these models. */
  linear(features: Value, name: string): Value {
    const { data, dims } = this.#weight(`${name}.weight`);
    return this.graph.node("Gemm", [features, this.graph.floats(data, dims)], { transB: 1 });
  }

  batchNorm(features: Value, name: string): Value {
    const { factor, shift } = this.#norm(name);
    const scaled = this.graph.node("Mul", [features, this.graph.floats(factor, [factor.length])]);
    return this.graph.node("Add", [scaled, this.graph.floats(shift, [shift.length])]);
  }

  /** Batch normalisation with its running statistics, as a factor and a shift for each channel. */
  #norm(name: string) {
    const [gain, bias, mean, variance] = ["weight", "bias", "running_mean", "running_var"].map(
      (part) => this.#weight(`${name}.${part}`).data,
    );
    const factor = gain!.map((value, i) => value / Math.sqrt(variance![i]! + EPSILON));
    return { factor, shift: bias!.map((value, i) => value - mean![i]! * factor[i]!) };
  }
}
