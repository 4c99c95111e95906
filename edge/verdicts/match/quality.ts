import { CAPTURE_ISSUES, type CaptureIssue } from "../../../vocabulary/faces.ts";
import type { Box, FaceAnalysis, FaceQuality, PrincipalFace } from "../../inference/port.ts";
import { CAPTURE_RULES } from "./capture-rules.ts";

/** The capture's issues in the order of `CAPTURE_ISSUES`; empty for a capture that can be judged. */
export function captureIssues(analysis: FaceAnalysis): CaptureIssue[] {
  const face = analysis.principal;
  if (face === null) return ["no_face"];
  return CAPTURE_ISSUES.filter(
    (issue) => issue !== "no_face" && CAPTURE_RULES[issue].isBroken(face, analysis),
  );
}

/** `quality` of contract §4.3. */
interface QualityReport {
  readonly score: number;
  readonly acceptable: boolean;
  readonly issues: readonly CaptureIssue[];
  readonly components: FaceQuality["components"];
  readonly pose: PrincipalFace["pose"];
  readonly face: { readonly bbox: Box; readonly confidence: number; readonly count: number };
  readonly width: number;
  readonly height: number;
}

/** The capture's quality in the API's form; null without a principal face. */
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
