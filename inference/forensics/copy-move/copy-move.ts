import { clipped, scaled } from "../../geometry/boxes.ts";
import { resize } from "../../imaging/resize.ts";
import { looking } from "../measure.ts";
import { largestCopy } from "./copied-patches.ts";
import { DESCRIPTOR_REACH } from "./keypoint-matches.ts";
import { findKeypoints } from "./keypoints.ts";

/** What a comparison of two points looks at around them, and one pixel for its shifts. */
const RIM = DESCRIPTOR_REACH + 1;
/** The strongest are compared, each with each. */
const KEYPOINTS = 3000;
/** A document of fewer pixels across is looked at twice as large: its print is smaller than a point's surroundings. */
const SMALL = 800;

/**
 * A part of the picture that stands in it twice, pixel for pixel, by the keypoints that show it; copies that were turned or
 * stretched are not found. After V. Christlein et al., An Evaluation of Popular Copy-Move Forgery Detection Approaches,
 * IEEE TIFS 7(6), 2012: keypoints, matching, one transform for each group, and outliers left out.
 */
export const copyMove = looking(
  { name: "copy-move", version: "1" },
  async ({ raster: upload, document }, { keypoints, nearest }) => {
    const scale = Math.max(document.width, document.height) < SMALL ? 2 : 1;
    const raster = scale === 1 ? upload : await resize(upload, upload.width * scale, upload.height * scale);
    const inner = clipped(scaled(document, scale), raster, RIM);
    const copy = await largestCopy(raster, await findKeypoints(raster, inner, KEYPOINTS, keypoints), nearest);
    const region = copy === undefined ? undefined : scaled(copy.to, 1 / scale);
    return [{ trace: "copied_patch", value: copy?.keypoints ?? 0, region }];
  },
);
