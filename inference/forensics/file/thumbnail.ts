import type { Box } from "../../geometry/boxes.ts";
import { decodeThumbnail } from "../../imaging/metadata.ts";
import { luma, type Raster } from "../../imaging/raster.ts";
import { crop, resize } from "../../imaging/resize.ts";
import { mean } from "../../statistics.ts";

/**
 * Cells that are compared, and the pixels along each side of a cell: at a finer scale programs shrink
 * differently.
 */
const PARTS = { across: 8, down: 6, pixels: 6 } as const;
const SEEN = { width: PARTS.across * PARTS.pixels, height: PARTS.down * PARTS.pixels } as const;

interface Difference {
  /** Root mean square difference in grey levels, at the place where the two differ most. */
  readonly levels: number;
  /** In pixels of the image. */
  readonly box: Box;
}

/**
 * The place where an EXIF thumbnail differs most from its image: cameras write both at once, and editors
 * often forget the thumbnail (E. Kee and H. Farid, Digital Image Authentication from Thumbnails, 2010).
 * Overall brightness and contrast may differ, and bars may pad the thumbnail to other proportions. Undefined
 * for a thumbnail that cannot be read or is too small.
 */
export async function thumbnailDifference(
  thumbnail: Uint8Array,
  orientation: number,
  raster: Raster,
): Promise<Difference | undefined> {
  const small = await decodeThumbnail(thumbnail, orientation);
  const shown = small === undefined ? undefined : withoutBars(small, raster);
  if (small === undefined || shown === undefined) return undefined;
  const ours = luma(resize(raster, SEEN.width, SEEN.height));
  // Cropped first, so that no bar bleeds into it.
  const theirs = fitted(luma(resize(crop(small, shown), SEEN.width, SEEN.height)), ours);
  return greatest(ours, theirs, raster);
}

/** The middle of the thumbnail that has the image's proportions, in whole pixels. */
function withoutBars({ width, height }: Raster, image: Raster): Box | undefined {
  const aspect = image.width / image.height;
  const shown = {
    width: Math.min(width, Math.round(height * aspect)),
    height: Math.min(height, Math.round(width / aspect)),
  };
  if (shown.width < SEEN.width || shown.height < SEEN.height) return undefined;
  return { x: (width - shown.width) >> 1, y: (height - shown.height) >> 1, ...shown };
}

/** The plane with the gain and offset that fit it to the other plane by least squares. */
function fitted(plane: Float32Array, other: Float32Array): Float32Array {
  const [own, aim] = [mean(plane), mean(other)];
  let [both, square] = [0, 0];
  for (let i = 0; i < plane.length; i++) {
    both += (plane[i]! - own) * (other[i]! - aim);
    square += (plane[i]! - own) ** 2;
  }
  const gain = square === 0 ? 1 : both / square;
  return plane.map((value) => aim + gain * (value - own));
}

function greatest(a: Float32Array, b: Float32Array, image: Raster): Difference {
  const [width, height] = [image.width / PARTS.across, image.height / PARTS.down];
  let most: Difference = { levels: -1, box: { x: 0, y: 0, width, height } };
  for (let down = 0; down < PARTS.down; down++) {
    for (let across = 0; across < PARTS.across; across++) {
      let sum = 0;
      for (let i = 0; i < PARTS.pixels ** 2; i++) {
        const [x, y] = [
          across * PARTS.pixels + (i % PARTS.pixels),
          down * PARTS.pixels + Math.floor(i / PARTS.pixels),
        ];
        sum += (a[y * SEEN.width + x]! - b[y * SEEN.width + x]!) ** 2;
      }
      const levels = Math.sqrt(sum) / PARTS.pixels;
      if (levels > most.levels)
        most = { levels, box: { x: across * width, y: down * height, width, height } };
    }
  }
  return most;
}
