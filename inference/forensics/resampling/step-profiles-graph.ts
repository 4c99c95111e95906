import { GraphBuilder, type Value } from "../../onnx/graph.ts";

/** Side of the window whose mean step is the reference. */
export const AROUND = 17;
/**
 * Added to the reference, in levels of luma: steps of plain parts are rounding and would count as much as
 * print.
 */
const PLAIN = 1;

/**
 * Relative size of the steps between neighbouring pixels. `luma` [1, 1, height, width], 0..255. `across`
 * [width − 1]: mean over each column of |step to the next column| against the mean of such steps in the
 * `AROUND` × `AROUND` pixels around it; `down` [height − 1]: likewise of rows.
 */
export function buildStepProfiles(): Uint8Array {
  const graph = new GraphBuilder("step_profiles");
  const luma = graph.input("luma", [1, 1, "height", "width"]);
  graph.output("across", profile(graph, luma, 3), ["width_less_1"]);
  graph.output("down", profile(graph, luma, 2), ["height_less_1"]);
  return graph.encode();
}

/** `axis`: along which neighbours are compared. */
function profile(graph: GraphBuilder, luma: Value, axis: 2 | 3): Value {
  // A difference of slices, as a convolution with [-1, 1] would be, in a tenth of its time.
  const part = (from: number, to: number) =>
    graph.node("Slice", [luma, graph.integers([from]), graph.integers([to]), graph.integers([axis])]);
  const steps = graph.node("Abs", [graph.node("Sub", [part(1, END), part(0, -1)])]);
  const usual = mean(graph, mean(graph, steps, [1, AROUND]), [AROUND, 1]);
  const relative = graph.node("Div", [steps, graph.node("Add", [usual, graph.floats([PLAIN], [1])])]);
  return graph.node("ReduceMean", [relative], { axes: [0, 1, 5 - axis], keepdims: 0 });
}

/** Slices up to it go to the end of their axis. */
const END = 2 ** 31 - 1;

/** Box filter, of the pixels that are there at the rim. */
function mean(graph: GraphBuilder, value: Value, size: readonly [number, number]): Value {
  const [top, left] = size.map((length) => (length - 1) / 2) as [number, number];
  return graph.node("AveragePool", [value], {
    kernel_shape: size,
    strides: [1, 1],
    pads: [top, left, top, left],
    count_include_pad: 0,
  });
}
