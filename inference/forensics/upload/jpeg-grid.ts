import type { Raster } from "../../imaging/raster.ts";

/** Side of a JPEG block, in pixels. */
export const BLOCK = 8;

/** The first corner of the file's JPEG grid in its upright image, 0..7 pixels from the left and the top. */
export interface GridOrigin {
  readonly x: number;
  readonly y: number;
}

/** EXIF orientations that put the file's last row or column at the image's left or top. */
const FROM_RIGHT: ReadonlySet<number> = new Set([2, 3, 6, 7]);
const FROM_BOTTOM: ReadonlySet<number> = new Set([3, 4, 7, 8]);

/** The grid's origin in an image that was turned upright by its EXIF orientation, 1..8. */
export function gridOrigin({ width, height }: Raster, orientation: number): GridOrigin {
  return {
    x: FROM_RIGHT.has(orientation) ? width % BLOCK : 0,
    y: FROM_BOTTOM.has(orientation) ? height % BLOCK : 0,
  };
}
