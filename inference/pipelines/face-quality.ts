import type { Pose } from "../geometry/head-pose.ts";
import type { FaceMeasures } from "./face-measures.ts";
import type { FaceQuality, QualityComponents } from "./types.ts";

/**
 * How native measures become components, each 0..1. The shapes and constants of brightness, contrast, faceSize and pose
 * are those of ISO/IEC 29794-5:2025 as its reference implementation BSI OFIQ has them (luminance mean, dynamic range,
 * inter-eye distance, head pose). The other three have no such source here: their nets differ from OFIQ's, so that their
 * constants were set on our own measures (see `test/evaluate/faces.ts`).
 */
export function faceComponents(measures: FaceMeasures, pose: Pose, faceFlag: number): QualityComponents {
  const luminance = measures.meanLuma / 255;
  return {
    sharpness: ramp(Math.log(measures.laplacianVariance), SHARPNESS),
    brightness: sigmoid(luminance, 0.2, 0.05) * (1 - sigmoid(luminance, 0.8, 0.05)),
    contrast: Math.min(1, measures.lumaEntropy / 8),
    faceSize: sigmoid(measures.interEyeDistance, 70, 20),
    pose: Math.min(...[pose.yaw, pose.pitch, pose.roll].map(squaredCosine)),
    occlusion: faceFlag,
    eyesOpen: ramp(measures.eyeAspectRatio, EYES_OPEN),
  };
}

/** Natural logarithm of the Laplacian's variance: a face blurred beyond use, and one in focus. */
const SHARPNESS = { zero: Math.log(8), one: Math.log(250) };

/** Eye aspect ratio of closed eyes, and of eyes that are plainly open. */
const EYES_OPEN = { zero: 0.08, one: 0.22 };

/** Components and their geometric mean, so that one that fails is not outweighed by the others. */
export function faceQuality(measures: FaceMeasures, pose: Pose, faceFlag: number): FaceQuality {
  const components = faceComponents(measures, pose, faceFlag);
  const values = Object.values(components) as number[];
  const { lumaEntropy: _, ...native } = measures;
  return {
    ...components,
    score: values.reduce((product, value) => product * value, 1) ** (1 / values.length),
    native,
  };
}

const sigmoid = (value: number, middle: number, width: number) =>
  1 / (1 + Math.exp((middle - value) / width));

const ramp = (value: number, { zero, one }: { readonly zero: number; readonly one: number }) =>
  Math.min(1, Math.max(0, (value - zero) / (one - zero)));

/** 1 when the head faces the camera, 0 from 90° on. */
const squaredCosine = (angle: number) => Math.max(0, Math.cos((angle * Math.PI) / 180)) ** 2;
