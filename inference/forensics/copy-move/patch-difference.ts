import type { Vec2 } from "../../geometry/transform.ts";
import { lumaAt, type Raster } from "../../imaging/raster.ts";

/** Pixels on each side of a patch's middle. */
const REACH = 4;
const PIXELS = (2 * REACH + 1) ** 2;

interface PatchDifference {
  /** Mean square difference of luma, after a constant offset between the patches is removed. */
  readonly difference: number;
  /** Variance of luma within the first patch. */
  readonly variance: number;
}

/** Compares the 9 × 9 pixels around two whole pixels; both at least `REACH` from the picture's edge. */
export function patchesDiffer({ width, data }: Raster, a: Vec2, b: Vec2): PatchDifference {
  let [sum, squares, level, levels] = [0, 0, 0, 0];
  for (let dy = -REACH; dy <= REACH; dy++) {
    let p = ((a.y + dy) * width + a.x - REACH) * 3;
    let q = ((b.y + dy) * width + b.x - REACH) * 3;
    for (let dx = -REACH; dx <= REACH; dx++, p += 3, q += 3) {
      const here = lumaAt(data, p);
      const d = here - lumaAt(data, q);
      sum += d;
      squares += d * d;
      level += here;
      levels += here * here;
    }
  }
  return {
    difference: (squares - sum ** 2 / PIXELS) / PIXELS,
    variance: (levels - level ** 2 / PIXELS) / PIXELS,
  };
}
