import { GraphBuilder } from "../../onnx/graph.ts";
import { convolve, NO_PADDING } from "../../onnx/layers.ts";
import { BLOCK } from "../upload/jpeg-grid.ts";
import { basisPicture, FREQUENCIES } from "./block-dct-graph.ts";

/** Side of a window that holds a block at each of the 8 × 8 places of a grid, in pixels. */
export const WINDOW = 2 * BLOCK - 1;
/** Quantisation steps to try: the rounding of pixels hides finer ones. */
export const STEPS: readonly number[] = Array.from({ length: 37 }, (_, n) => n + 4);
/** Multiples of a step that count. Quantisation sets lower coefficients to zero, and they tell nothing. */
const MULTIPLES = { least: 0.5, most: 8 };
/** So many of the lowest frequencies are examined. */
export const FREQUENCY_COUNT = 5;

/**
 * How near DCT coefficients lie to multiples of a step, for every offset of the block grid and every step of
 * `STEPS`. `windows` [windows, 1, 15, 15]: luma, 0..255. `sums` [FREQUENCY_COUNT, 8, 8, steps]: sum of cos(2π
 * · coefficient / step) over those blocks of the windows that begin at a row and column of the window.
 * `counts`, of the same shape: number of coefficients in each sum.
 */
export function buildGridPeriodicity(): Uint8Array {
  const graph = new GraphBuilder("grid_periodicity");
  const windows = graph.input("windows", ["windows", 1, WINDOW, WINDOW]);
  const kernel = Float32Array.from(FREQUENCIES.slice(0, FREQUENCY_COUNT).flatMap(basisPicture));
  const map = { value: windows, channels: 1, height: WINDOW, width: WINDOW };
  const dims = [FREQUENCY_COUNT, 1, BLOCK, BLOCK] as const;
  const coefficients = convolve(graph, map, { kernel, dims, stride: 1, padding: NO_PADDING }).value;
  const column = graph.node("Unsqueeze", [graph.node("Abs", [coefficients]), graph.integers([4])]);
  const multiples = graph.node("Div", [column, graph.floats(STEPS, [STEPS.length])]);
  const counted = graph.node(
    "Cast",
    [
      graph.node("And", [
        graph.node("Greater", [multiples, graph.floats([MULTIPLES.least], [1])]),
        graph.node("Less", [multiples, graph.floats([MULTIPLES.most], [1])]),
      ]),
    ],
    { to: FLOAT },
  );
  const waves = graph.node("Cos", [graph.node("Mul", [multiples, graph.floats([2 * Math.PI], [1])])]);
  for (const [name, values] of [
    ["sums", graph.node("Mul", [waves, counted])],
    ["counts", counted],
  ] as const) {
    const overWindows = graph.node("ReduceSum", [values, graph.integers([0])], { keepdims: 0 });
    graph.output(name, overWindows, [FREQUENCY_COUNT, BLOCK, BLOCK, STEPS.length]);
  }
  return graph.encode();
}

/** TensorProto.DataType.FLOAT. */
const FLOAT = 1;
