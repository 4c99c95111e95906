import { ImportError } from "../errors.ts";
import { GraphBuilder } from "../graph.ts";
import {
  averageOverMap,
  convolve,
  type FeatureMap,
  type Image,
  image,
  NO_PADDING,
  padEnd,
  pool,
  relu,
  scale,
} from "../layers.ts";
import { kernelFirst, readWeights, type Weight, type WeightGroup } from "./weights.ts";

/** The residual blocks of face-api's FaceRecognitionNet, in order; a "down" block halves the map. */
const BLOCKS = [
  ..."conv32_1 conv32_2 conv32_3".split(" "),
  ..."conv64_down conv64_1 conv64_2 conv64_3".split(" "),
  ..."conv128_down conv128_1 conv128_2".split(" "),
  ..."conv256_down conv256_1 conv256_2 conv256_down_out".split(" "),
];

/**
 * Builds face-api's face recogniser (a residual model after dlib's) from its weights manifest and weights
 * file: `image` [batch, 3, 150, 150] in, `embedding` [batch, 128] out, not of unit length.
 */
export function buildFaceRecognition(facts: Image, manifest: Uint8Array, bin: Uint8Array): Uint8Array {
  const groups = JSON.parse(new TextDecoder().decode(manifest)) as readonly WeightGroup[];
  const model = new Model(readWeights(groups, bin));
  let map = image(model.graph, facts);
  map = relu(model.graph, model.convolution(map, "conv32_down", 2));
  map = pool(model.graph, "MaxPool", map, 3, 2, NO_PADDING);
  for (const block of BLOCKS) map = model.residual(map, block);
  const fc = model.weight("fc");
  const features = averageOverMap(model.graph, map);
  const embedding = model.graph.node("MatMul", [features, model.graph.floats(fc.data, fc.shape)]);
  model.graph.output("embedding", embedding, ["batch", fc.shape[1]!]);
  return model.graph.encode();
}

class Model {
  readonly graph = new GraphBuilder("face_recognition");
  readonly #weights: ReadonlyMap<string, Weight>;

  constructor(weights: ReadonlyMap<string, Weight>) {
    this.#weights = weights;
  }

  weight(name: string): Weight {
    const weight = this.#weights.get(name);
    if (!weight) throw new ImportError("unsupported_graph", `There is no weight ${name}.`);
    return weight;
  }

  /** With stride 1 the map keeps its size; with stride 2 there is no padding. */
  convolution(map: FeatureMap, name: string, stride: 1 | 2): FeatureMap {
    const convolved = convolve(this.graph, map, {
      ...kernelFirst(this.weight(`${name}/conv/filters`)),
      bias: this.weight(`${name}/conv/bias`).data,
      stride,
      padding: stride === 1 ? [1, 1, 1, 1] : NO_PADDING,
    });
    const factor = this.weight(`${name}/scale/weights`).data;
    return scale(this.graph, convolved, factor, this.weight(`${name}/scale/biases`).data);
  }

  residual(map: FeatureMap, name: string): FeatureMap {
    const down = name.includes("_down");
    const first = relu(this.graph, this.convolution(map, `${name}/conv1`, down ? 2 : 1));
    const branch = this.convolution(first, `${name}/conv2`, 1);
    return down ? this.#joinDown(map, branch) : this.#join(map, branch);
  }

  /** Pools the shortcut, adds zero channels, and pads a branch that is one pixel short with zeros. */
  #joinDown(map: FeatureMap, branch: FeatureMap): FeatureMap {
    const pooled = pool(this.graph, "AveragePool", map, 2, 2, NO_PADDING);
    const shortcut = padEnd(this.graph, pooled, branch.channels - pooled.channels, 0, 0);
    const short = pooled.height === branch.height ? 0 : 1;
    return this.#join(shortcut, padEnd(this.graph, branch, 0, short, short));
  }

  #join(shortcut: FeatureMap, branch: FeatureMap): FeatureMap {
    if (shortcut.height !== branch.height || shortcut.width !== branch.width) {
      throw new ImportError("unsupported_graph", "A shortcut and its branch differ in size.");
    }
    return relu(this.graph, { ...branch, value: this.graph.node("Add", [shortcut.value, branch.value]) });
  }
}
