import type { CaptureIssue } from "../../../vocabulary/faces.ts";
import { ApiError } from "../../core/errors.ts";
import type { FaceAnalysis, NamedImage, PrincipalFace } from "../../inference/port.ts";
import { CAPTURE_RULES, INCOMPARABLE } from "../../verdicts/match/capture-rules.ts";
import { captureIssues } from "../../verdicts/match/quality.ts";

/**
 * The one face of an image for a comparison. Throws when the image has no face, has several, or has a face
 * without measurements.
 */
export function comparableFace(analysis: FaceAnalysis, { param }: NamedImage): PrincipalFace {
  return usableFace(analysis, param, "compared", (issue) => INCOMPARABLE.includes(issue));
}

/**
 * The one face of an image for a registration. Throws for any capture issue, since the face is compared for
 * years.
 */
export function enrollableFace(analysis: FaceAnalysis, { param }: NamedImage): PrincipalFace {
  return usableFace(analysis, param, "registered", () => true);
}

/**
 * Throws 400 `no_face_detected`, `multiple_faces_detected`, or `face_quality_too_low` with the issues and, in
 * its message, the person's remedy for each.
 */
function usableFace(
  analysis: FaceAnalysis,
  param: string,
  use: "compared" | "registered",
  refuses: (issue: CaptureIssue) => boolean,
): PrincipalFace {
  const issues = captureIssues(analysis);
  if (analysis.principal === null) {
    throw new ApiError(
      "no_face_detected",
      `No face was found in ${param}. Send a photo that shows one face from the front.`,
      { param },
    );
  }
  if (issues.includes("multiple_faces")) {
    const message = `More than one large face was found in ${param}. Send a photo of one person.`;
    throw new ApiError("multiple_faces_detected", message, { param });
  }
  const refused = issues.filter(refuses);
  if (refused.length > 0) {
    const advice = refused.flatMap((issue) => (issue === "no_face" ? [] : CAPTURE_RULES[issue].advice));
    const message = `The face in ${param} cannot be ${use}: ${refused.join(", ")}. ${advice.join(" ")}`;
    throw new ApiError("face_quality_too_low", message, { param, issues: refused });
  }
  return analysis.principal;
}

export const registrationNotFound = () =>
  new ApiError(
    "registration_not_found",
    "No face is registered for this customer_ref in this mode. Register one: POST /v1/face/registrations.",
  );
