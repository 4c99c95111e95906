/** Power spectra of square windows, by the radix-2 transform of Cooley and Tukey. */

/** Pixels on a window's side. */
export const WINDOW = 256;
const BITS = Math.log2(WINDOW);

const COS = Float64Array.from({ length: WINDOW / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / WINDOW));
const SIN = Float64Array.from({ length: WINDOW / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / WINDOW));
const REVERSED = Uint16Array.from({ length: WINDOW }, (_, i) =>
  Number.parseInt(i.toString(2).padStart(BITS, "0").split("").reverse().join(""), 2),
);
const HANN = Float64Array.from(
  { length: WINDOW },
  (_, x) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (x + 0.5)) / WINDOW),
);

/**
 * Power of a plane's window at every frequency, `WINDOW` × `WINDOW`, the constant one at [0], negative ones in the second
 * halves; the mean removed and the edges faded (Hann).
 */
export function powerSpectrum(plane: Float32Array, stride: number, left: number, top: number): Float64Array {
  const re = new Float64Array(WINDOW * WINDOW);
  const im = new Float64Array(WINDOW * WINDOW);
  let mean = 0;
  for (let y = 0; y < WINDOW; y++) {
    for (let x = 0; x < WINDOW; x++) mean += plane[(top + y) * stride + left + x]!;
  }
  mean /= WINDOW * WINDOW;
  for (let y = 0; y < WINDOW; y++) {
    for (let x = 0; x < WINDOW; x++) {
      re[y * WINDOW + x] = (plane[(top + y) * stride + left + x]! - mean) * HANN[x]! * HANN[y]!;
    }
  }
  for (let y = 0; y < WINDOW; y++) transform(re, im, y * WINDOW, 1);
  for (let x = 0; x < WINDOW; x++) transform(re, im, x, WINDOW);
  return re.map((value, i) => value * value + im[i]! * im[i]!);
}

/** Transforms one line of the window in place. */
function transform(re: Float64Array, im: Float64Array, offset: number, step: number): void {
  for (let i = 0; i < WINDOW; i++) {
    const j = REVERSED[i]!;
    if (j <= i) continue;
    const [p, q] = [offset + i * step, offset + j * step];
    [re[p], re[q]] = [re[q]!, re[p]!];
    [im[p], im[q]] = [im[q]!, im[p]!];
  }
  for (let size = 2; size <= WINDOW; size *= 2) {
    const half = size / 2;
    const skip = WINDOW / size;
    for (let start = 0; start < WINDOW; start += size) {
      for (let k = 0; k < half; k++) {
        const p = offset + (start + k) * step;
        const q = p + half * step;
        const [c, s] = [COS[k * skip]!, SIN[k * skip]!];
        const a = re[q]! * c - im[q]! * s;
        const b = re[q]! * s + im[q]! * c;
        re[q] = re[p]! - a;
        im[q] = im[p]! - b;
        re[p]! += a;
        im[p]! += b;
      }
    }
  }
}
