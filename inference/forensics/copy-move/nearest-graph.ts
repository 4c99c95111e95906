import { GraphBuilder } from "../../onnx/graph.ts";

/**
 * The best match of each descriptor elsewhere in the picture. `queries` [queries, size] and `all` [all,
 * size]: descriptors of unit length; `query_places` [2, queries, 1] and `places` [2, 1, all]: their x and y;
 * `apart` [1]: descriptors nearer than this many pixels in both axes are passed over. `correlation`
 * [queries]: −1..1, or less where all descriptors are near; `nearest` [queries]: the match's index among all,
 * as float32, exact below 2²⁴.
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
