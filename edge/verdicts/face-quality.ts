import type { Box, FaceAnalysis, FaceQuality, PrincipalFace } from "../inference/port.ts";

/** Why a capture cannot be judged, in the order in which it is reported (a part of contract §5's vocabulary). */
export const CAPTURE_ISSUES = [
  "no_face",
  "multiple_faces",
  "face_too_small",
  "face_occluded",
  "too_blurry",
  "too_dark",
  "too_bright",
  "extreme_pose",
] as const;
export type CaptureIssue = (typeof CAPTURE_ISSUES)[number];

/** A second face of at least this share of the largest one's area makes the capture ambiguous (contract §4). */
const SECOND_FACE_AREA_SHARE_MAX = 0.5;

/** Degrees from frontal beyond which templates and PAD scores were not measured. */
const POSE_LIMITS = { yaw: 35, pitch: 30, roll: 35 } as const;

/**
 * Measures of the principal face and the limits beyond which it is refused. The eye distance follows the face nets'
 * measured floor of 25 px between the outer eye corners, about 17 px between the centres, with a margin for capture.
 */
const FACE_RULES: readonly { issue: CaptureIssue; broken(face: PrincipalFace): boolean }[] = [
  { issue: "face_too_small", broken: ({ quality }) => quality.native.interEyeDistance < 24 },
  { issue: "face_occluded", broken: ({ quality }) => quality.components.occlusion < 0.8 },
  { issue: "too_blurry", broken: ({ quality }) => quality.components.sharpness < 0.15 },
  { issue: "too_dark", broken: ({ quality }) => quality.native.meanLuma < 40 },
  { issue: "too_bright", broken: ({ quality }) => quality.native.meanLuma > 225 },
  {
    issue: "extreme_pose",
    broken: ({ pose }) => isExtreme(pose),
  },
];

/** Whether the head is turned further than templates and PAD scores were measured for. */
export function isExtreme({ yaw, pitch, roll }: PrincipalFace["pose"]): boolean {
  return (
    Math.abs(yaw) > POSE_LIMITS.yaw ||
    Math.abs(pitch) > POSE_LIMITS.pitch ||
    Math.abs(roll) > POSE_LIMITS.roll
  );
}

/** The capture's issues in the order of `CAPTURE_ISSUES`; empty when it can be judged. */
export function captureIssues(analysis: FaceAnalysis): CaptureIssue[] {
  const face = analysis.principal;
  if (face === null) return ["no_face"];
  const several: CaptureIssue[] = hasSecondFace(analysis) ? ["multiple_faces"] : [];
  return [...several, ...FACE_RULES.filter((rule) => rule.broken(face)).map((rule) => rule.issue)];
}

function hasSecondFace({ faces }: FaceAnalysis): boolean {
  const [largest, second] = faces;
  if (largest === undefined || second === undefined) return false;
  return area(second.box) >= SECOND_FACE_AREA_SHARE_MAX * area(largest.box);
}

const area = ([, , width, height]: Box) => width * height;

/** `quality` of contract §4. */
export interface QualityReport {
  readonly score: number;
  readonly acceptable: boolean;
  readonly issues: readonly CaptureIssue[];
  readonly components: FaceQuality["components"];
  readonly pose: PrincipalFace["pose"];
  readonly face: { readonly bbox: Box; readonly confidence: number; readonly count: number };
  readonly width: number;
  readonly height: number;
}

/** The capture's quality as the API tells it; null when there is no face to speak of. */
export function qualityReport(analysis: FaceAnalysis): QualityReport | null {
  const { principal, faces, width, height } = analysis;
  const largest = faces[0];
  if (principal === null || largest === undefined) return null;
  const issues = captureIssues(analysis);
  return {
    score: principal.quality.score,
    acceptable: issues.length === 0,
    issues,
    components: principal.quality.components,
    pose: principal.pose,
    face: { bbox: largest.box, confidence: largest.confidence, count: faces.length },
    width,
    height,
  };
}
