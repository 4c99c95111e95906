import { centroid, type Vec2 } from "../geometry/transform.ts";
import type { Net } from "../runtime/session.ts";
import { alignedChip, embedChip, type FaceEmbedder, type FaceLandmarks } from "./face-chip.ts";
import { MESH } from "./facemesh-topology.ts";

const SIZE = 128;

/**
 * Eye centres, nose tip, mouth corners, right before left, as the Open Model Zoo's documentation gives them.
 */
const REFERENCE: readonly Vec2[] = [
  [30.2946 / 96, 51.6963 / 112],
  [65.5318 / 96, 51.5014 / 112],
  [48.0252 / 96, 71.7366 / 112],
  [33.5493 / 96, 92.3655 / 112],
  [62.7299 / 96, 92.2041 / 112],
].map(([x, y]) => ({ x: x! * SIZE, y: y! * SIZE }));

/** Intel's face-reidentification-retail-0095: 256 numbers, on a five-point alignment. */
export function faceReidentification(net: Net): FaceEmbedder {
  return (picture, landmarks) => {
    const chip = alignedChip(fivePoints(landmarks), REFERENCE);
    return embedChip(net, { size: SIZE, order: "bgr" }, picture, chip);
  };
}

function fivePoints(landmarks: FaceLandmarks): Vec2[] {
  const { right, left } = MESH.mouthCorners;
  const eyes = MESH.eyeCorners.map((corners) => centroid(corners.map((index) => landmarks[index]!)));
  return [...eyes, landmarks[MESH.noseTip]!, landmarks[right]!, landmarks[left]!];
}
