import { lumaAt, type Raster } from "../../imaging/raster.ts";
import { GraphBuilder } from "../../onnx/graph.ts";
import type { Model } from "../../runtime/session.ts";
import type { Keypoint } from "./keypoints.ts";

/** Two keypoints with alike descriptors; the upper one first, in one row the left one. */
export interface KeypointMatch {
  readonly from: Keypoint;
  readonly to: Keypoint;
}

/** Reach of a descriptor on each side of its keypoint, in pixels. */
export const DESCRIPTOR_REACH = 4;
/** A descriptor is the luma of this many pixels across and down. */
const CELLS = 2 * DESCRIPTOR_REACH;
const SIZE = CELLS ** 2;
/** Descriptors of nearer points overlap. */
const APART = 2 * DESCRIPTOR_REACH + 1;
const CORRELATION_MIN = 0.9;
/** Points that are compared with all others in one run: a table of 3 MB for 3,000 points. */
const BATCH = 256;

/** Keypoints and their descriptors [points, SIZE], each without its mean and of unit length. */
export interface Described {
  readonly points: readonly Keypoint[];
  readonly descriptors: Float32Array;
}

/**
 * Each point with the point of the most similar descriptor, by the graph `nearest`; pairs below
 * `CORRELATION_MIN` are left out.
 */
export async function matchKeypoints(
  { points, descriptors }: Described,
  model: Model,
): Promise<KeypointMatch[]> {
  const all = { data: descriptors, dims: [points.length, SIZE] };
  const places = { data: placesOf(points), dims: [2, 1, points.length] };
  const apart = { data: Float32Array.of(APART), dims: [1] };
  const pairs: KeypointMatch[] = [];
  for (let first = 0; first < points.length; first += BATCH) {
    const batch = points.slice(first, first + BATCH);
    const data = descriptors.subarray(first * SIZE, (first + batch.length) * SIZE);
    const { correlation, nearest } = await model.run({
      queries: { data, dims: [batch.length, SIZE] },
      query_places: { data: placesOf(batch), dims: [2, batch.length, 1] },
      all,
      places,
      apart,
    });
    for (const [i, point] of batch.entries()) {
      if (Number(correlation!.data[i]) < CORRELATION_MIN) continue;
      pairs.push(inOrder(point, points[Number(nearest!.data[i])]!));
    }
  }
  return pairs;
}

const inOrder = (a: Keypoint, b: Keypoint): KeypointMatch =>
  b.y < a.y || (b.y === a.y && b.x < a.x) ? { from: b, to: a } : { from: a, to: b };

const placesOf = (points: readonly Keypoint[]) =>
  Float32Array.from([...points.map(({ x }) => x), ...points.map(({ y }) => y)]);

/** The points whose descriptors are alike to that of a point, itself among them, one by one. */
export function* alikePoints({ points, descriptors }: Described, point: Keypoint): Generator<Keypoint> {
  const at = points.indexOf(point) * SIZE;
  for (let n = 0; n < points.length; n++) {
    let product = 0;
    for (let i = 0; i < SIZE; i++) product += descriptors[at + i]! * descriptors[n * SIZE + i]!;
    if (product >= CORRELATION_MIN) yield points[n]!;
  }
}

export function describe({ width, data }: Raster, points: readonly Keypoint[]): Described {
  const descriptors = new Float32Array(points.length * SIZE);
  for (let n = 0; n < points.length; n++) {
    const { x, y } = points[n]!;
    const from = ((y - DESCRIPTOR_REACH) * width + x - DESCRIPTOR_REACH) * 3;
    normalize(descriptors, n * SIZE, putLuma(data, from, width * 3, descriptors, n * SIZE));
  }
  return { points, descriptors };
}

/** Writes luma of `CELLS` rows of pixels, `stride` apart, at `start`. Answers its mean. */
function putLuma(data: Uint8Array, from: number, stride: number, into: Float32Array, start: number): number {
  let sum = 0;
  for (let i = 0; i < SIZE; i++) {
    const column = i % CELLS;
    const luma = Math.fround(lumaAt(data, from + ((i - column) / CELLS) * stride + column * 3));
    into[start + i] = luma;
    sum += luma;
  }
  return sum / SIZE;
}

/** Takes the mean off `SIZE` values and gives them unit length. */
function normalize(values: Float32Array, start: number, mean: number): void {
  let squares = 0;
  for (let i = start; i < start + SIZE; i++) {
    values[i]! -= mean;
    squares += values[i]! ** 2;
  }
  const length = Math.sqrt(squares) || 1;
  for (let i = start; i < start + SIZE; i++) values[i]! /= length;
}

/**
 * The best match of each descriptor elsewhere in the image. `queries` [queries, size] and `all` [all, size]:
 * descriptors of unit length; `query_places` [2, queries, 1] and `places` [2, 1, all]: their x and y; `apart`
 * [1]: descriptors closer than this many pixels in both axes are skipped. `correlation` [queries]: −1..1, or
 * less if all descriptors are close; `nearest` [queries]: the match's index among all, as float32, exact
 * below 2²⁴.
 */
export function buildNearest(): Uint8Array {
  const graph = new GraphBuilder("nearest");
  const queries = graph.input("queries", ["queries", "size"]);
  const all = graph.input("all", ["all", "size"]);
  const from = graph.input("query_places", [2, "queries", 1]);
  const to = graph.input("places", [2, 1, "all"]);
  const apart = graph.input("apart", [1]);
  const alike = graph.node("Gemm", [queries, all], { transB: 1 });
  // A table for each axis: reducing one table over its two axes takes several times as long.
  const [across, down] = [0, 1].map((axis) => {
    const [start, end, first] = [[axis], [axis + 1], [0]].map((each) => graph.integers(each));
    const ends = [from, to].map((places) => {
      return graph.node("Squeeze", [graph.node("Slice", [places, start!, end!, first!]), first!]);
    });
    return graph.node("Abs", [graph.node("Sub", ends)]);
  });
  const distance = graph.node("Max", [across!, down!]);
  const tooNear = graph.node("Relu", [graph.node("Sub", [apart, distance])]);
  // A point loses 2 for each whole pixel that it is too near. A correlation is at most 1, so it never wins.
  const weighed = graph.node("Sub", [alike, graph.node("Mul", [tooNear, graph.floats([2], [1])])]);
  graph.output("correlation", graph.node("ReduceMax", [weighed], { axes: [1], keepdims: 0 }), ["queries"]);
  const nearest = graph.node("ArgMax", [weighed], { axis: 1, keepdims: 0 });
  graph.output("nearest", graph.node("Cast", [nearest], { to: 1 }), ["queries"]);
  return graph.encode();
}
