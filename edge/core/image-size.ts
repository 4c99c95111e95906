/** In pixels. */
interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const sizeText = ({ width, height }: ImageSize) => `${width} × ${height} pixels`;

/** What is wrong with an image under the least size (contract §4.1). */
export const tooSmallText = (param: string, size: ImageSize): string =>
  `${param} is ${sizeText(size)}: the short side must have at least 200. Take a larger photo.`;

/** The same for one over the largest size, or whose coding takes too much memory. */
export function tooLargeText(param: string, size: ImageSize): string {
  const { width, height } = size;
  return Math.max(width, height) > 10_000 || width * height > 40_000_000
    ? `${param} is ${sizeText(size)}: it must have at most 40 megapixels, and 10,000 a side. Scale it down.`
    : `${param} takes too much memory to decode, with ${sizeText(size)} in this coding. Save it as a JPEG that is not progressive, or scale it down.`;
}
