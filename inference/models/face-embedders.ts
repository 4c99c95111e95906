import { chipToImage } from "../geometry/chip.ts";
import { centroid, type Vec2 } from "../geometry/transform.ts";
import type { Model } from "../runtime/session.ts";
import { alignedChip, embedChip, type FaceEmbedder, type FaceLandmarks } from "./face-chip.ts";
import { uprightView } from "./facemesh.ts";
import { MESH } from "./facemesh-topology.ts";
import { meanFaceChip } from "./mean-face.ts";

/** Sides of the models' inputs. */
const SIZE = { reidentification: 128, recognition: 150, faceres: 224 } as const;

/**
 * Eye centres, nose tip, mouth corners, right before left, as the Open Model Zoo's documentation gives them.
 */
const REFERENCE: readonly Vec2[] = [
  [30.2946 / 96, 51.6963 / 112],
  [65.5318 / 96, 51.5014 / 112],
  [48.0252 / 96, 71.7366 / 112],
  [33.5493 / 96, 92.3655 / 112],
  [62.7299 / 96, 92.2041 / 112],
].map(([x, y]) => ({ x: x! * SIZE.reidentification, y: y! * SIZE.reidentification }));

/** Intel's face-reidentification-retail-0095: 256 numbers, on a five-point alignment. */
export function faceReidentification(model: Model): FaceEmbedder {
  return (image, landmarks) => {
    const chip = alignedChip(fivePoints(landmarks), REFERENCE);
    return embedChip(model, { size: SIZE.reidentification, order: "bgr" }, image, chip);
  };
}

function fivePoints(landmarks: FaceLandmarks): Vec2[] {
  const { right, left } = MESH.mouthCorners;
  const eyes = MESH.eyeCorners.map((corners) => centroid(corners.map((index) => landmarks[index]!)));
  return [...eyes, landmarks[MESH.noseTip]!, landmarks[right]!, landmarks[left]!];
}

/** With a quarter of the mean face's width left free on each side of it, as dlib cuts. */
const PART = { middle: { x: 0.5, y: 0.5 }, side: 1.5 };

/** face-api's recogniser, a residual model after dlib's: 128 numbers, with dlib's alignment. */
export function faceRecognition(model: Model): FaceEmbedder {
  return (image, landmarks) => {
    const chip = meanFaceChip(landmarks, SIZE.recognition, PART);
    return embedChip(model, { size: SIZE.recognition, order: "rgb" }, image, chip);
  };
}

/** How much wider than the mesh's upright box the model's view is. */
const CONTEXT = 1.4;

/** The `faceres` model of @vladmandic/human: 1,024 numbers, out of an upright square about the mesh. */
export function faceres(model: Model): FaceEmbedder {
  return (image, landmarks) => {
    const chip = chipToImage(uprightView(landmarks, CONTEXT), SIZE.faceres);
    return embedChip(model, { size: SIZE.faceres, order: "rgb" }, image, chip);
  };
}
