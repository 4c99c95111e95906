import { GraphBuilder } from "../../onnx/graph.ts";

/** Sides of the two averaging windows, and of the window in which a keypoint has the highest response. */
const FINE = 3;
const COARSE = 7;
const AROUND = 7;

/** Pixels at each side of the input that the output leaves out. */
export const KEYPOINT_MARGIN = (COARSE - 1) / 2 + (AROUND - 1) / 2;

/**
 * How much each pixel differs from its surroundings: a difference of two box means, as fast detectors of
 * blobs and corners approximate the Laplacian of a Gaussian (M. Agrawal, K. Konolige, M. Blas, CenSurE, ECCV
 * 2008). `luma` [1, 1, rows, columns], 0..255. `peaks` [1, 1, rows − 12, columns − 12]: the absolute
 * difference where none is larger in the 7 × 7 pixels around, and 0 elsewhere.
 */
export function buildKeypoints(): Uint8Array {
  const graph = new GraphBuilder("keypoints");
  const luma = graph.input("luma", [1, 1, "rows", "columns"]);
  const windows = (op: string, value: string, rows: number, columns: number) =>
    graph.node(op, [value], { kernel_shape: [rows, columns], strides: [1, 1], pads: [0, 0, 0, 0] });
  const mean = (size: number, value: string) => windows("AveragePool", value, size, size);
  const centred = (value: string, by: number) =>
    graph.node("Slice", [
      value,
      graph.integers([by, by]),
      graph.integers([-by, -by]),
      graph.integers([2, 3]),
    ]);
  const fine = centred(mean(FINE, luma), (COARSE - FINE) / 2);
  const response = graph.node("Abs", [graph.node("Sub", [fine, mean(COARSE, luma)])]);
  const here = centred(response, (AROUND - 1) / 2);
  const highest = windows("MaxPool", windows("MaxPool", response, AROUND, 1), 1, AROUND);
  const peaks = graph.node("Where", [graph.node("Equal", [here, highest]), here, graph.floats([0], [1])]);
  graph.output("peaks", peaks, [1, 1, "rows_out", "columns_out"]);
  return graph.encode();
}
