import type { Detector, Measurement } from "../detector/detector.ts";
import { type CameraClaims, cameraClaims } from "../upload/exif.ts";
import { type JpegSegment, standardQuality } from "../upload/upload-file.ts";
import { thumbnailDifference } from "./thumbnail.ts";

interface TakenImage extends JpegStructure {
  readonly claims: CameraClaims;
  /** IJG quality of the luma table; undefined for other tables. */
  readonly quality: number | undefined;
}

/** Lowest IJG quality of cameras' own firmware; messengers and web pages compress more. */
const CAMERA_QUALITY_MIN = 80;

/**
 * Properties that an image straight from a camera does not have: each shows that something has written the
 * file since.
 */
const CONTRADICTIONS: readonly ((image: TakenImage) => boolean)[] = [
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
 * largest difference from the image, in grey levels.
 */
export const fileHistory: Detector = {
  model: { name: "file-history", version: "1" },
  async measure({ file, raster }) {
    const structure = jpegStructure(file.segments);
    if (structure === undefined) return [];
    const claims = cameraClaims(file.exif);
    const measured: Measurement[] = [];
    if (claims.make !== undefined) {
      const image = { ...structure, claims, quality: standardQuality(file.lumaSteps) };
      const value = CONTRADICTIONS.filter((holds) => holds(image)).length;
      measured.push({ indicator: "contradicting_metadata", value });
    }
    if (claims.thumbnail === undefined) return measured;
    const difference = await thumbnailDifference(claims.thumbnail, file.orientation, raster);
    if (difference === undefined) return measured;
    return [...measured, { indicator: "stale_thumbnail", value: difference.levels, region: difference.box }];
  },
};

/** Facts of a JPEG's markers that differ among its writers (ISO/IEC 10918-1, annex B). */
interface JpegStructure {
  /** Whether the file begins with JFIF's segment; cameras write EXIF's segment first (Exif 2.32, 4.5.5). */
  readonly isJfif: boolean;
  /** Whether the image is coded in one pass, as cameras code it. */
  readonly isBaseline: boolean;
  /** Pixels as stored, not turned upright. */
  readonly width: number;
  readonly height: number;
}

const APP0 = 0xe0;
/** Start of frame; 0xc4, 0xc8 and 0xcc among them mean something else (table B.1). */
const FRAMES = { first: 0xc0, last: 0xcf, others: [0xc4, 0xc8, 0xcc] } as const;
const BASELINE: readonly number[] = [0xc0, 0xc1];

/** Undefined for another format, and for a JPEG without a frame header before its first scan. */
function jpegStructure(segments: readonly JpegSegment[]): JpegStructure | undefined {
  const frame = segments.find(({ marker, data }) => isFrame(marker) && data.length >= 5);
  if (frame === undefined) return undefined;
  const { marker, data } = frame;
  return {
    isJfif: segments[0]?.marker === APP0,
    isBaseline: BASELINE.includes(marker),
    height: data[1]! * 256 + data[2]!,
    width: data[3]! * 256 + data[4]!,
  };
}

const isFrame = (marker: number) =>
  marker >= FRAMES.first && marker <= FRAMES.last && !(FRAMES.others as readonly number[]).includes(marker);
