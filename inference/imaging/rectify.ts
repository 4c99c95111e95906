import { project, type Quad, quadSize, unitSquareTo } from "../geometry/quad.ts";
import type { Raster } from "./raster.ts";

/** Beyond this many samples a side for one pixel, more change nothing that a reader sees. */
const MAX_SAMPLES = 4;

/**
 * Flattens a quadrilateral of the picture to a raster of the given size: bilinear, with several samples a pixel where
 * the picture is larger than the result. Outside the picture its nearest edge pixel stands.
 */
export function rectify(raster: Raster, quad: Quad, width: number, height: number): Raster {
  const map = unitSquareTo(quad);
  const size = quadSize(quad);
  const samples = (ratio: number) => Math.min(MAX_SAMPLES, Math.max(1, Math.ceil(ratio)));
  const [across, down] = [samples(size.width / width), samples(size.height / height)];
  const data = new Uint8Array(width * height * 3);
  const sum = new Float64Array(3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      sum.fill(0);
      for (let j = 0; j < down; j++) {
        for (let i = 0; i < across; i++) {
          const point = project(map, (x + (i + 0.5) / across) / width, (y + (j + 0.5) / down) / height);
          addSample(raster, point.x - 0.5, point.y - 0.5, sum);
        }
      }
      for (let c = 0; c < 3; c++) data[at + c] = Math.round(sum[c]! / (across * down));
    }
  }
  return { width, height, data };
}

function addSample({ width, height, data }: Raster, x: number, y: number, sum: Float64Array): void {
  const cx = Math.min(Math.max(x, 0), width - 1);
  const cy = Math.min(Math.max(y, 0), height - 1);
  const [x0, y0] = [Math.floor(cx), Math.floor(cy)];
  const [fx, fy] = [cx - x0, cy - y0];
  const right = x0 + 1 < width ? 3 : 0;
  const below = y0 + 1 < height ? width * 3 : 0;
  const at = (y0 * width + x0) * 3;
  for (let c = 0; c < 3; c++) {
    const top = data[at + c]! * (1 - fx) + data[at + right + c]! * fx;
    const bottom = data[at + below + c]! * (1 - fx) + data[at + below + right + c]! * fx;
    sum[c] = sum[c]! + top * (1 - fy) + bottom * fy;
  }
}
