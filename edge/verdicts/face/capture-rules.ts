import type { FaceAnalysis, PrincipalFace, QUALITY_COMPONENTS } from "../../inference/port.ts";
import type { CaptureIssue } from "../../vocabulary/faces.ts";

/** With these a template says nothing measured, or not whose it is: no comparison is made. */
export const INCOMPARABLE: readonly CaptureIssue[] = ["multiple_faces", "face_too_small", "extreme_pose"];

/**
 * The share of the largest face's area from which a second one makes the capture ambiguous (contract §4.2).
 */
const SECOND_FACE_AREA_MIN = 0.5;

/**
 * Pixels between the centres of the eyes. The face nets' measured floor is 25 px between the outer eye
 * corners, about 17 px between the centres; the rest is a margin for capture.
 */
const INTER_EYE_MIN = 24;
/** Components, 0..1. */
const OCCLUSION_MIN = 0.8;
const SHARPNESS_MIN = 0.15;
/** Mean luma of the face, 0..255. */
const LUMA = { min: 40, max: 225 } as const;
/** Degrees from frontal beyond which templates and PAD scores were not measured. */
const POSE_MAX = { yaw: 35, pitch: 30, roll: 35 } as const;

/** A limit beyond which a capture is refused. */
interface CaptureRule {
  /** The limit, as the reference tells it. */
  readonly limit: string;
  /** Advice for the person in front of the camera. */
  readonly advice: string;
  isBroken(face: PrincipalFace, analysis: FaceAnalysis): boolean;
}

/** The rule of each issue. Pictures without a face have nothing to measure. */
export const CAPTURE_RULES: Readonly<Record<Exclude<CaptureIssue, "no_face">, CaptureRule>> = {
  multiple_faces: {
    limit: `a second face from ${SECOND_FACE_AREA_MIN} of the largest one's area on`,
    advice: "Make sure that nobody else is in the picture.",
    isBroken: (_, { faces: [largest, second] }) =>
      second !== undefined && area(second.box) >= SECOND_FACE_AREA_MIN * area(largest!.box),
  },
  face_too_small: {
    limit: `under ${INTER_EYE_MIN} px`,
    advice: "Move closer.",
    isBroken: ({ quality }) => quality.native.interEyeDistance < INTER_EYE_MIN,
  },
  face_occluded: {
    limit: `component under ${OCCLUSION_MIN}`,
    advice: "Take off sunglasses or mask, and keep hands and hair away from your face.",
    isBroken: ({ quality }) => quality.components.occlusion < OCCLUSION_MIN,
  },
  too_blurry: {
    limit: `component under ${SHARPNESS_MIN}`,
    advice: "Hold still, and wipe the lens.",
    isBroken: ({ quality }) => quality.components.sharpness < SHARPNESS_MIN,
  },
  too_dark: {
    limit: `mean under ${LUMA.min}`,
    advice: "Find more light.",
    isBroken: ({ quality }) => quality.native.meanLuma < LUMA.min,
  },
  too_bright: {
    limit: `mean over ${LUMA.max}`,
    advice: "Move out of the glaring light.",
    isBroken: ({ quality }) => quality.native.meanLuma > LUMA.max,
  },
  extreme_pose: {
    limit: `yaw over ${POSE_MAX.yaw}°, pitch over ${POSE_MAX.pitch}° or roll over ${POSE_MAX.roll}°`,
    advice: "Look straight into the camera, and hold it upright.",
    isBroken: ({ pose }) => isExtreme(pose),
  },
};

/** Whether the head is turned further than templates and PAD scores were measured for. */
export function isExtreme({ yaw, pitch, roll }: PrincipalFace["pose"]): boolean {
  return Math.abs(yaw) > POSE_MAX.yaw || Math.abs(pitch) > POSE_MAX.pitch || Math.abs(roll) > POSE_MAX.roll;
}

const area = ([, , width, height]: FaceAnalysis["faces"][number]["box"]) => width * height;

/** A component of ISO/IEC 29794-5: its name there, its native measure, and the issues that follow from it. */
interface QualityComponent {
  readonly standard: string;
  /** The native measure with its unit and range, and the values that make 0 and 1. */
  readonly measure: string;
  readonly issues: readonly Exclude<CaptureIssue, "no_face">[];
}

/** How native measures become the components, 0..1 (in inference), and the limits of those that have one. */
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
    measure: "entropy of the face's luma histogram, 0 to 8 bits; 8 makes 1. Told, not judged",
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
      "the least of: the landmark net's probability of a face, 0 to 1, and the spread of luma about each eye and the lips in shares of the cheek's, 0 and up. 1 means that nothing hides the face",
    issues: ["face_occluded"],
  },
  eyes_open: {
    standard: "Eyes open",
    measure: "height over width of the eyes, 0 and up; 0.08 makes 0, 0.2 makes 1. A hint, not judged",
    issues: [],
  },
};

/** One line about a component for the reference. */
export function describeComponent(name: keyof typeof QUALITY_TABLE): string {
  const { standard, measure, issues } = QUALITY_TABLE[name];
  const limits = issues.map((issue) => ` \`${issue}\`: ${CAPTURE_RULES[issue].limit}.`);
  return `${standard} (ISO/IEC 29794-5): ${measure}.${limits.join("")}`;
}
