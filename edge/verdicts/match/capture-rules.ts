import type { CaptureIssue } from "../../../vocabulary/faces.ts";
import type { FaceAnalysis, PrincipalFace, QUALITY_COMPONENTS } from "../../inference/port.ts";

/**
 * Issues that rule out a comparison: the template's accuracy was not measured, or the template's owner is
 * ambiguous.
 */
export const INCOMPARABLE: readonly CaptureIssue[] = ["multiple_faces", "face_too_small", "extreme_pose"];

/**
 * The share of the largest face's area from which a second face makes the capture ambiguous (contract §4.2).
 */
const SECOND_FACE_AREA_MIN = 0.5;

/**
 * Pixels between the centres of the eyes. The face models' measured floor is 25 px between the outer eye
 * corners, about 17 px between the centres; the rest is a margin for capture.
 */
const INTER_EYE_MIN = 24;
/** Limits of the components, 0..1. */
const OCCLUSION_MIN = 0.8;
const SHARPNESS_MIN = 0.15;
/** Mean luma of the face, 0..255. */
const LUMA = { min: 40, max: 225 } as const;
/** Degrees from frontal up to which templates and PAD scores were measured. */
const POSE_MAX = { yaw: 35, pitch: 30, roll: 35 } as const;

/** A limit beyond which a capture is rejected. */
interface CaptureRule {
  /** The limit, in the reference's words. */
  readonly limit: string;
  /** Advice for the person in front of the camera. */
  readonly advice: string;
  isBroken(face: PrincipalFace, analysis: FaceAnalysis): boolean;
}

/** The rule of each issue. `no_face` has no rule: without a face there is no measure. */
export const CAPTURE_RULES: Readonly<Record<Exclude<CaptureIssue, "no_face">, CaptureRule>> = {
  multiple_faces: {
    limit: `a second face from ${SECOND_FACE_AREA_MIN} of the largest one's area on`,
    advice: "Make sure that only you are in the photo.",
    isBroken: (_, { faces: [largest, second] }) =>
      second !== undefined && area(second.box) >= SECOND_FACE_AREA_MIN * area(largest!.box),
  },
  face_too_small: {
    limit: `under ${INTER_EYE_MIN} px`,
    advice: "Move closer to the camera.",
    isBroken: ({ quality }) => quality.native.interEyeDistance < INTER_EYE_MIN,
  },
  face_occluded: {
    limit: `component under ${OCCLUSION_MIN}`,
    advice: "Take off sunglasses or a mask, and keep hands and hair away from your face.",
    isBroken: ({ quality }) => quality.components.occlusion < OCCLUSION_MIN,
  },
  too_blurry: {
    limit: `component under ${SHARPNESS_MIN}`,
    advice: "Hold the camera still and wipe the lens.",
    isBroken: ({ quality }) => quality.components.sharpness < SHARPNESS_MIN,
  },
  too_dark: {
    limit: `mean under ${LUMA.min}`,
    advice: "Find more light.",
    isBroken: ({ quality }) => quality.native.meanLuma < LUMA.min,
  },
  too_bright: {
    limit: `mean over ${LUMA.max}`,
    advice: "Move out of direct light.",
    isBroken: ({ quality }) => quality.native.meanLuma > LUMA.max,
  },
  extreme_pose: {
    limit: `yaw over ${POSE_MAX.yaw}°, pitch over ${POSE_MAX.pitch}° or roll over ${POSE_MAX.roll}°`,
    advice: "Look straight into the camera and hold it upright.",
    isBroken: ({ pose }) => isExtreme(pose),
  },
};

/** Whether the head is turned beyond the poses at which templates and PAD scores were measured. */
export function isExtreme({ yaw, pitch, roll }: PrincipalFace["pose"]): boolean {
  return Math.abs(yaw) > POSE_MAX.yaw || Math.abs(pitch) > POSE_MAX.pitch || Math.abs(roll) > POSE_MAX.roll;
}

const area = ([, , width, height]: FaceAnalysis["faces"][number]["box"]) => width * height;

/**
 * A component of ISO/IEC 29794-5: its name in the standard, its native measure, and the issues that its limit
 * raises.
 */
interface QualityComponent {
  readonly standard: string;
  /** The native measure with its unit and range, and the measured values that map to 0 and 1. */
  readonly measure: string;
  readonly issues: readonly Exclude<CaptureIssue, "no_face">[];
}

/** The mapping of native measures to components, 0..1 (computed by inference), and the components' limits. */
export const QUALITY_TABLE: Readonly<Record<(typeof QUALITY_COMPONENTS)[number], QualityComponent>> = {
  sharpness: {
    standard: "Sharpness",
    measure:
      "variance of the Laplacian of luma over the face at 128 px between the temples, 0 and up; 4 makes 0, 64 makes 1, by its logarithm",
    issues: ["too_blurry"],
  },
  brightness: {
    standard: "Luminance mean",
    measure: "mean luma of the face, 0 to 255; over 0.9 from 80 to 175, falling to both sides",
    issues: ["too_dark", "too_bright"],
  },
  contrast: {
    standard: "Dynamic range",
    measure: "entropy of the face's luma histogram, 0 to 8 bits; 8 makes 1. Reported, not judged",
    issues: [],
  },
  face_size: {
    standard: "Inter-eye distance, Head size",
    measure: "pixels between the centres of the eyes; 70 make 0.5, 150 make 0.98",
    issues: ["face_too_small"],
  },
  pose: {
    standard: "Head pose: yaw, pitch and roll angle frontal alignment",
    measure: "degrees; the squared cosine of the angle furthest from frontal",
    issues: ["extreme_pose"],
  },
  occlusion: {
    standard: "Face occlusion prevention, Eyes visible, Mouth occlusion prevention",
    measure:
      "the least of: the landmark model's probability of a face, 0 to 1, and the spread of luma about each eye and the lips in shares of the cheek's, 0 and up. 1 means that nothing hides the face",
    issues: ["face_occluded"],
  },
  eyes_open: {
    standard: "Eyes open",
    measure: "height over width of the eyes, 0 and up; 0.08 makes 0, 0.2 makes 1. A hint, not judged",
    issues: [],
  },
};

/** A line about a component, for the reference: its limits in the first sentence, which all readers get. */
export function describeComponent(name: keyof typeof QUALITY_TABLE): string {
  const { standard, measure, issues } = QUALITY_TABLE[name];
  const limits = issues.map((issue) => `; \`${issue}\`: ${CAPTURE_RULES[issue].limit}`);
  return `${standard}${limits.join("")}. Measured: ${measure}.`;
}
