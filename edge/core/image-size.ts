/** In pixels. */
interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const sizeText = ({ width, height }: ImageSize) => `${width} × ${height} pixels`;

/** What inference decodes (contract §4.1), in pixels. */
const SHORTEST_SIDE = 200;
const LONGEST_SIDE = 10_000;
const MOST_PIXELS = 40_000_000;

const shapeText = `${MOST_PIXELS / 1_000_000} megapixels and ${LONGEST_SIDE.toLocaleString("en")} pixels a side`;
/** The bounds of an image, for the reference. */
export const imageBounds = `${shapeText}; at least ${SHORTEST_SIDE} pixels on the short side`;

/** What is wrong with an image under the least size (contract §4.1). */
export const tooSmallText = (param: string, size: ImageSize): string =>
  `${param} is ${sizeText(size)}: the short side must have at least ${SHORTEST_SIDE}. Take a larger photo.`;

/** The same for one over the largest size, or whose coding takes too much memory. */
export function tooLargeText(param: string, size: ImageSize): string {
  const { width, height } = size;
  return Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS
    ? `${param} is ${sizeText(size)}: it must have at most ${shapeText}. Scale it down.`
    : `${param} takes too much memory to decode, with ${sizeText(size)} in this coding. Save it as a JPEG that is not progressive, or scale it down.`;
}
