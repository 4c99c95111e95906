import type { Measure, Measurement } from "../measure/measure.ts";
import { type CameraClaims, cameraClaims } from "../upload/exif.ts";
import { standardQuality } from "../upload/quantization-table.ts";
import { type JpegStructure, jpegStructure } from "./jpeg-structure.ts";
import { thumbnailDifference } from "./thumbnail.ts";

interface TakenPicture extends JpegStructure {
  readonly claims: CameraClaims;
  /** IJG quality of the luma table; undefined for other tables. */
  readonly quality: number | undefined;
}

/** Lowest IJG quality of cameras' own firmware; messengers and web pages compress more. */
const CAMERA_QUALITY_MIN = 80;

/**
 * Properties that a picture straight from a camera does not have: each shows that something has written the
 * file since.
 */
const CONTRADICTIONS: readonly ((picture: TakenPicture) => boolean)[] = [
  ({ isJfif }) => isJfif,
  ({ isBaseline }) => !isBaseline,
  ({ quality }) => quality !== undefined && quality < CAMERA_QUALITY_MIN,
  // Apple's own tables are no multiples of the standard's.
  ({ claims: { make }, quality }) => make === "Apple" && quality !== undefined,
  ({ claims: { changed, taken } }) => changed !== undefined && taken !== undefined && changed > taken,
  ({ claims, ...frame }) => {
    const [stated, stored] = [claims, frame].map(({ width, height }) => [width, height].sort().join());
    return claims.width !== undefined && claims.height !== undefined && stated !== stored;
  },
];

/**
 * Compares a JPEG's metadata with its structure and pixels. Only of a file that names its camera, since
 * messengers and browsers strip metadata: the number of contradictions. Only of a file with a thumbnail: the
 * largest difference from the picture, in grey levels.
 */
export const fileHistory: Measure = {
  model: { name: "file-history", version: "1" },
  async measure({ file, raster }) {
    const structure = jpegStructure(file.segments);
    if (structure === undefined) return [];
    const claims = cameraClaims(file.exif);
    const measured: Measurement[] = [];
    if (claims.make !== undefined) {
      const picture = { ...structure, claims, quality: standardQuality(file.lumaSteps) };
      const value = CONTRADICTIONS.filter((holds) => holds(picture)).length;
      measured.push({ trace: "contradicting_metadata", value });
    }
    if (claims.thumbnail === undefined) return measured;
    const difference = await thumbnailDifference(claims.thumbnail, file.orientation, raster);
    if (difference === undefined) return measured;
    return [...measured, { trace: "stale_thumbnail", value: difference.levels, region: difference.box }];
  },
};
