import type { Pose } from "../../geometry/head-pose.ts";
import type { FaceQuality, QualityComponents } from "../types.ts";
import type { FaceMeasures } from "./measures.ts";

/**
 * Quality components, each 0..1, from native measures. The shapes and constants of brightness, contrast,
 * faceSize and pose are those of ISO/IEC 29794-5 in its reference implementation BSI OFIQ (luminance mean,
 * dynamic range, inter-eye distance, head pose). The others are our own, because OFIQ uses other models:
 * - sharpness: on LFW's first fold mated comparisons failed 3 to 6 times as often if the variance was under
 *   17;
 * - occlusion: the minimum of the mesh model's probability of a face, which falls for one half face in five,
 *   and the visibility of eyes and mouth. Of 52 faces with painted covers this component fell under 0.8 for
 *   all with black glasses, for 49 with tinted glasses, for 49 with masks and with hands on the mouth, and
 *   for none of 395 press photos without covers; but only for three of eight real sunglasses with
 *   reflections;
 * - eyesOpen: the mesh draws closed eyes half open, at the ratio of narrow open ones: a hint, no proof of a
 *   blink.
 */
function faceComponents(measures: FaceMeasures, pose: Pose, faceFlag: number): QualityComponents {
  const luminance = measures.meanLuma / 255;
  return {
    sharpness: ramp(Math.log(measures.laplacianVariance), SHARPNESS),
    brightness: sigmoid(luminance, 0.2, 0.05) * (1 - sigmoid(luminance, 0.8, 0.05)),
    contrast: Math.min(1, measures.lumaEntropy / 8),
    faceSize: sigmoid(measures.interEyeDistance, 70, 20),
    pose: Math.min(...[pose.yaw, pose.pitch, pose.roll].map(squaredCosine)),
    occlusion: Math.min(
      faceFlag,
      ramp(measures.visibility.eyes, EYES_VISIBLE),
      ramp(measures.visibility.mouth, MOUTH_VISIBLE),
    ),
    eyesOpen: ramp(measures.eyeAspectRatio, EYES_OPEN),
  };
}

/** Natural logarithm of the Laplacian's variance: blurred beyond use, and in focus. */
const SHARPNESS = { zero: Math.log(4), one: Math.log(64) };

/** Eye aspect ratio, in three dimensions: 98 of 100 press photos lie between 0.17 and 0.36. */
const EYES_OPEN = { zero: 0.08, one: 0.2 };

/** `Visibility`: of 403 press photos the least were 0.10 for eyes without sunglasses, and 0.07 for mouths. */
const EYES_VISIBLE = { zero: 0, one: 0.1 };
const MOUTH_VISIBLE = { zero: 0, one: 0.0625 };

/** Components and their geometric mean, so that one that fails is not outweighed by the others. */
export function faceQuality(measures: FaceMeasures, pose: Pose, faceFlag: number): FaceQuality {
  const components = faceComponents(measures, pose, faceFlag);
  const values = Object.values(components) as number[];
  const { lumaEntropy: _, visibility: __, ...native } = measures;
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
