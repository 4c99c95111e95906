import type { Net } from "../runtime/session.ts";
import { embedChip, type FaceEmbedder } from "./face-chip.ts";
import { meanFaceChip } from "./mean-face.ts";

const SIZE = 150;

/** With a quarter of the mean face's width left free on each side of it, as dlib cuts. */
const PART = { middle: { x: 0.5, y: 0.5 }, side: 1.5 };

/** face-api's recogniser, a residual net after dlib's: 128 numbers, with dlib's alignment. */
export function faceRecognition(net: Net): FaceEmbedder {
  return (picture, landmarks) => {
    const chip = meanFaceChip(landmarks, SIZE, PART);
    return embedChip(net, { size: SIZE, order: "rgb" }, picture, chip);
  };
}
