import type { Box } from "../../../inference/geometry/boxes.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import type { Raster } from "../../../inference/imaging/raster.ts";
import { crop, encodeJpeg } from "../../../inference/imaging/resize.ts";
import { quantile } from "../../../inference/statistics.ts";

const QUALITY = 90;
const CELL = 16;

/**
 * Error level analysis (N. Krawetz, A Picture's Worth, 2007), the peer: the picture is saved again at quality
 * 90, and the error of the part that changes most is set against the picture's usual one. Cells of 16 × 16
 * pixels; the 99th percentile of their mean errors over the median.
 */
export async function errorLevel(raster: Raster, box: Box): Promise<number> {
  const part = crop(raster, box);
  const again = await decodeImage(await encodeJpeg(part, QUALITY));
  const [columns, rows] = [Math.floor(part.width / CELL), Math.floor(part.height / CELL)];
  const errors = new Float64Array(columns * rows);
  for (let y = 0; y < rows * CELL; y++) {
    for (let x = 0; x < columns * CELL; x++) {
      const at = (y * part.width + x) * 3;
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
      for (let p = at; p < at + 3; p++) errors[cell]! += Math.abs(part.data[p]! - again.data[p]!);
    }
  }
  return (quantile(errors, 0.99) + 1) / (quantile(errors, 0.5) + 1);
}
