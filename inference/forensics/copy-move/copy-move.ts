import { clipped, grown, outward, scaled, shifted, whole } from "../../geometry/boxes.ts";
import { resize } from "../../imaging/resize.ts";
import type { Detector } from "../detector/detector.ts";
import { largestCopy } from "./copied-patches.ts";
import { DESCRIPTOR_REACH } from "./keypoint-matches.ts";
import { findKeypoints } from "./keypoints.ts";

/** Reach of a comparison of two points, and one pixel for its shifts. */
const RIM = DESCRIPTOR_REACH + 1;
/** So many of the strongest keypoints are compared, each with each. */
const KEYPOINTS = 3000;
/**
 * A document of fewer pixels across is enlarged to twice its size: its print is smaller than a descriptor.
 */
const SMALL = 800;

/**
 * Finds a part of the image that appears in it twice, pixel for pixel; the value is the number of matching
 * keypoints. Rotated and scaled copies are not found. After V. Christlein et al., An Evaluation of Popular
 * Copy-Move Forgery Detection Approaches, IEEE TIFS 7(6), 2012: keypoints, matching, one transform for each
 * group, outlier rejection.
 */
export const copyMove: Detector = {
  model: { name: "copy-move", version: "3" },
  async measure({ raster: upload, document }, { keypoints, nearest }) {
    const scale = Math.max(document.width, document.height) < SMALL ? 2 : 1;
    // Of a large image with a small document only the document is enlarged.
    const part = scale === 1 ? whole(upload) : clipped(grown(outward(document), 2 * RIM), upload);
    const raster = scale === 1 ? upload : resize(upload, part.width * scale, part.height * scale, part);
    const toPart = { x: -part.x, y: -part.y };
    const inner = clipped(scaled(shifted(document, toPart), scale), raster, RIM);
    const copy = await largestCopy(
      raster,
      scale,
      await findKeypoints(raster, inner, KEYPOINTS, keypoints),
      nearest,
    );
    const region = copy === undefined ? undefined : shifted(scaled(copy.to, 1 / scale), part);
    return [{ indicator: "copied_patch", value: copy?.keypoints ?? 0, region }];
  },
};
