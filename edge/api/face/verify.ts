import { requireSecretKey } from "../../auth/scopes.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import type { FaceAnalysis, NamedImage, PrincipalFace } from "../../inference/port.ts";
import { newId } from "../../scope.ts";
import { insertFaceMatch } from "../../store/face-matches.ts";
import { type CaptureIssue, captureIssues, qualityReport } from "../../verdicts/face-quality.ts";
import { compare, DEFAULT_MATCH_LEVEL } from "../../verdicts/match/comparison.ts";
import { requiredImage } from "../check.ts";
import { recordResult } from "../record-check.ts";

export const verifyForm = { files: ["image_a", "image_b"], fields: [] };

/** POST /v1/face/verify: biometric verification 1:1 of two uploaded images. A non-match is an answer, not an error. */
export async function verifyFaces(c: AppContext) {
  const { services } = c.var;
  const { scope } = requireSecretKey(c.var.principal);
  const { upload } = c.var;
  const images = [requiredImage(upload, "image_a"), requiredImage(upload, "image_b")] as const;
  const { inference, db } = services;
  const [a, b, pack] = await Promise.all([
    inference.analyzeFace(images[0]),
    inference.analyzeFace(images[1]),
    inference.pack(),
  ]);
  const [probe, reference] = [comparable(a, images[0]), comparable(b, images[1])];
  const comparison = compare(probe.template, reference.template, pack, DEFAULT_MATCH_LEVEL);
  const now = services.clock();
  const id = newId("faceMatch", now);
  const body = {
    id,
    kind: "verify" as const,
    match: comparison.match,
    similarity: comparison.similarity,
    threshold: comparison.threshold,
    image_a: { quality: qualityReport(a) },
    image_b: { quality: qualityReport(b) },
    model_version: comparison.modelVersion,
    mode: scope.mode,
  };
  const row = { id, verificationId: null, customerRef: null, createdAt: now, kind: body.kind, body };
  const event = { type: "face.verify.completed", data: body } as const;
  const statements = [insertFaceMatch(db, scope, row)];
  const answer = { ...body, created_at: new Date(now).toISOString() };
  return recordResult(c, { id, customerRef: null, event, statements, answer }, now);
}

/** Under these a template says nothing measured: no comparison is made (`models.md`). */
const INCOMPARABLE: readonly CaptureIssue[] = ["face_too_small", "extreme_pose"];

function comparable(analysis: FaceAnalysis, { param }: NamedImage): PrincipalFace {
  const issues = captureIssues(analysis);
  if (analysis.principal === null) {
    throw new ApiError("no_face_detected", `No face was found in ${param}.`, { param });
  }
  if (issues.includes("multiple_faces")) {
    throw new ApiError("multiple_faces_detected", `More than one large face was found in ${param}.`, {
      param,
    });
  }
  const refused = issues.filter((issue) => INCOMPARABLE.includes(issue));
  if (refused.length > 0) {
    const message = `The face in ${param} cannot be compared: ${refused.join(", ")}.`;
    throw new ApiError("face_quality_too_low", message, { param });
  }
  return analysis.principal;
}
