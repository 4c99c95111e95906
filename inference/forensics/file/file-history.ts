import type { Measure, Measurement } from "../measure.ts";
import { type CameraClaims, cameraClaims } from "./exif.ts";
import { type JpegStructure, jpegStructure } from "./jpeg-structure.ts";
import { standardQuality } from "./quantization-table.ts";
import { thumbnailDifference } from "./thumbnail.ts";

interface TakenPicture extends JpegStructure {
  readonly claims: CameraClaims;
  /** Of the standard's tables; undefined: others. */
  readonly quality: number | undefined;
}

/** Cameras' own firmware compresses less than this; messengers and web pages more. */
const CAMERA_QUALITY_MIN = 80;

/** What a picture that EXIF says a camera took does not show, unless something has written it since. */
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
 * What a JPEG says of itself against what it is. Only of one that names its camera, for messengers and browsers leave no
 * metadata: in how many ways it cannot be as the camera wrote it. Of one that carries a thumbnail: by how many grey levels
 * that differs from the picture, where it does most.
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
