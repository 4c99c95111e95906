import { LUMA } from "../../imaging/raster.ts";
import { GraphBuilder, type Value } from "../../onnx/graph.ts";

/** Pixels on a side of the windows that `luma_spectrum` and `hue_spectrum` take. */
export const LUMA_WINDOW = 256;
export const HUE_WINDOW = 128;
/** The highest frequencies of the spectra, in periods a window. */
export const LUMA_REACH = 127;
export const HUE_REACH = 57;

/** Hue as a vector in the plane across grey: red at 0°, green at 120°, blue at 240°. */
const HUE = [
  [1, -1 / 2, -1 / 2],
  [0, Math.sqrt(3) / 2, -Math.sqrt(3) / 2],
];

/** Keeps the logarithm of zero finite; the rounding of pixels leaves far more power at any frequency. */
const LEAST_POWER = 1;

/**
 * Power spectra of windows. `image` [batch, 3, 256, 256]: RGB, 0..255. `decades` [batch, 255, 128]: decimal
 * logarithm of one and the squared magnitude of luma's Fourier transform, the mean removed and the edges
 * faded (Hann); rows are −127..127 periods down the window, columns 0..127 across it.
 */
export function buildLumaSpectrum(): Uint8Array {
  const graph = new GraphBuilder("luma_spectrum");
  const { re, im } = spectra(graph, [LUMA], LUMA_WINDOW, { from: 0, to: LUMA_REACH });
  const power = squaredMagnitude(graph, re, im);
  const logarithm = graph.node("Log", [plus(graph, power, graph.floats([LEAST_POWER], [1]))]);
  const decades = graph.node("Mul", [logarithm, graph.floats([Math.LOG10E], [1])]);
  const squeezed = graph.node("Squeeze", [decades, graph.integers([1])]);
  graph.output("decades", squeezed, ["batch", 2 * LUMA_REACH + 1, LUMA_REACH + 1]);
  return graph.encode();
}

/**
 * Direction of hue's rotation at each frequency. `image` [batch, 3, 128, 128]: RGB, 0..255. `forth` and
 * `back` [batch, 115, 56]: power of the hue (a complex number) at a frequency and at its negative, each the
 * mean of 3 × 3 frequencies, windowed like luma; rows are −57..57 periods down the window, columns 2..57
 * across it. A colour that varies in strength alone has equal power in both.
 */
export function buildHueSpectrum(): Uint8Array {
  const graph = new GraphBuilder("hue_spectrum");
  const { re, im } = spectra(graph, HUE, HUE_WINDOW, { from: 1, to: HUE_REACH + 1 });
  const [x, y] = [part(graph, re, 1, 0, 1), part(graph, re, 1, 1, 2)];
  const [xIm, yIm] = [part(graph, im, 1, 0, 1), part(graph, im, 1, 1, 2)];
  const both = {
    forth: squaredMagnitude(graph, less(graph, x, yIm), plus(graph, xIm, y)),
    back: squaredMagnitude(graph, plus(graph, x, yIm), less(graph, xIm, y)),
  };
  for (const [name, power] of Object.entries(both)) {
    const smooth = graph.node("AveragePool", [power], { kernel_shape: [3, 3], strides: [1, 1] });
    const squeezed = graph.node("Squeeze", [smooth, graph.integers([1])]);
    graph.output(name, squeezed, ["batch", 2 * HUE_REACH + 1, HUE_REACH - 1]);
  }
  return graph.encode();
}

/** Frequencies across a window; those down it run from −`to` to `to`. */
interface Across {
  readonly from: number;
  readonly to: number;
}

/**
 * Fourier transforms of mixtures of the colours, as products with cosines and sines: [batch, mixtures, down,
 * across].
 */
function spectra(
  graph: GraphBuilder,
  mixtures: readonly (readonly number[])[],
  size: number,
  { from, to }: Across,
) {
  const image = graph.input("image", ["batch", 3, size, size]);
  // Each mixture is a convolution in one dimension: in two, the runtime pads to sixteen channels, which takes
  // many times as long.
  const flat = graph.node("Reshape", [image, graph.integers([0, 3, size * size])]);
  const each = mixtures.map((weights) => {
    return graph.node("Conv", [flat, graph.floats(weights, [1, 3, 1])], { kernel_shape: [1] });
  });
  const together = graph.node("Concat", each, { axis: 1 });
  const mixed = graph.node("Reshape", [together, graph.integers([0, mixtures.length, size, size])]);
  const centred = less(graph, mixed, graph.node("ReduceMean", [mixed], { axes: [2, 3], keepdims: 1 }));
  const fade = Array.from({ length: size }, (_, x) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (x + 0.5)) / size));
  const window = graph.floats(
    fade.flatMap((down) => fade.map((across) => down * across)),
    [size, size],
  );
  const faded = graph.node("Mul", [centred, window]);
  const across = waves(from, to, size);
  const down = waves(-to, to, size);
  const turned = graph.floats(transposed(across), [size, across.length]);
  const rows = graph.node("MatMul", [faded, turned]);
  const all = graph.node("MatMul", [graph.floats(down.flat(), [down.length, size]), rows]);
  const quarter = (withSinesDown: 0 | 1, withSinesAcross: 0 | 1) => {
    const half = part(
      graph,
      all,
      2,
      withSinesDown * (down.length / 2),
      (1 + withSinesDown) * (down.length / 2),
    );
    const [low, high] = [withSinesAcross, 1 + withSinesAcross].map((n) => n * (across.length / 2));
    return part(graph, half, 3, low!, high!);
  };
  return {
    re: less(graph, quarter(0, 0), quarter(1, 1)),
    im: graph.node("Neg", [plus(graph, quarter(0, 1), quarter(1, 0))]),
  };
}

/** Cosines, then sines, of each frequency, by place. */
function waves(from: number, to: number, size: number): number[][] {
  return [Math.cos, Math.sin].flatMap((wave) =>
    Array.from({ length: to - from + 1 }, (_, n) =>
      Array.from({ length: size }, (_, place) => wave((2 * Math.PI * (((from + n) * place) % size)) / size)),
    ),
  );
}

const transposed = (rows: readonly number[][]): number[] =>
  rows[0]!.flatMap((_, i) => rows.map((row) => row[i]!));

/** The slice of an axis from `from` up to `to`, exclusive. */
function part(graph: GraphBuilder, value: Value, axis: number, from: number, to: number): Value {
  const [starts, ends, axes] = [[from], [to], [axis]].map((each) => graph.integers(each));
  return graph.node("Slice", [value, starts!, ends!, axes!]);
}

const less = (graph: GraphBuilder, a: Value, b: Value) => graph.node("Sub", [a, b]);
const plus = (graph: GraphBuilder, a: Value, b: Value) => graph.node("Add", [a, b]);

function squaredMagnitude(graph: GraphBuilder, re: Value, im: Value): Value {
  return plus(graph, graph.node("Mul", [re, re]), graph.node("Mul", [im, im]));
}
