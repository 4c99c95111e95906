import type { Transform } from "#inference/geometry/transform.ts";
import type { Raster } from "#inference/imaging/raster.ts";

/** What the kernel `sample` computes, pixel by pixel. */
export function sample(source: Raster, t: Transform, width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3);
  const pixels = source.data;
  const stride = source.width * 3;
  const [lastX, lastY] = [source.width - 1, source.height - 1];
  const [t0, t1, t2, t3, t4, t5, t6, t7, t8] = t;
  const isAffine = t6 === 0 && t7 === 0 && t8 === 1;
  for (let y = 0, out = 0; y < height; y++) {
    const [fromX, fromY, fromW] = [t1 * (y + 0.5), t4 * (y + 0.5), t7 * (y + 0.5)];
    for (let x = 0; x < width; x++, out += 3) {
      const w = isAffine ? 1 : t6 * (x + 0.5) + fromW + t8;
      const sx = (t0 * (x + 0.5) + fromX + t2) / w - 0.5;
      const sy = (t3 * (x + 0.5) + fromY + t5) / w - 0.5;
      if (!(sx >= 0 && sy >= 0 && sx < lastX && sy < lastY)) {
        bilinear(source, sx, sy, data, out);
        continue;
      }
      // All four pixels lie in the source: the usual case.
      const x0 = sx | 0;
      const y0 = sy | 0;
      const right = sx - x0;
      const down = sy - y0;
      const left = 1 - right;
      const up = 1 - down;
      const p = y0 * stride + x0 * 3;
      const q = p + stride;
      data[out] =
        up * (left * pixels[p]! + right * pixels[p + 3]!) +
        down * (left * pixels[q]! + right * pixels[q + 3]!) +
        0.5;
      data[out + 1] =
        up * (left * pixels[p + 1]! + right * pixels[p + 4]!) +
        down * (left * pixels[q + 1]! + right * pixels[q + 4]!) +
        0.5;
      data[out + 2] =
        up * (left * pixels[p + 2]! + right * pixels[p + 5]!) +
        down * (left * pixels[q + 2]! + right * pixels[q + 5]!) +
        0.5;
    }
  }
  return { width, height, data };
}

/** Blends the four pixels around index position (x, y); those outside of the source count as black. */
function bilinear({ width, height, data }: Raster, x: number, y: number, target: Uint8Array, out: number) {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  for (let c = 0; c < 3; c++) {
    let value = 0;
    for (let corner = 0; corner < 4; corner++) {
      const column = x0 + (corner & 1);
      const row = y0 + (corner >> 1);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
      value += weight * data[(row * width + column) * 3 + c]!;
    }
    target[out + c] = value + 0.5;
  }
}
