import { create } from "@bufbuild/protobuf";
import { toFaceAnalysis } from "../../../edge/inference/convert-face.ts";
import { captureIssues } from "../../../edge/verdicts/match/quality.ts";
import type { Enrolment } from "../../../inference/calibration/labelled-faces.ts";
import type { FaceAnalysis } from "../../../inference/pipelines/types.ts";
import { FaceAnalysisSchema } from "../../../proto/gen/selfsame/inference/v1/face_service_pb.js";
import { CAPTURE_ISSUES } from "../../../vocabulary/faces.ts";
import { percent, share } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";

/** The edge's issues of a capture. */
export const issuesOf = (analysis: FaceAnalysis) =>
  captureIssues(toFaceAnalysis(create(FaceAnalysisSchema, analysis)));

/** Failure to acquire: photos without a template, and photos that registration rejects, by issue. */
export function acquisition({ enrolled, failed }: Enrolment): Section {
  const all = enrolled.length + failed.length;
  const issues = enrolled.map(({ analysis }) => issuesOf(analysis));
  const reasons = [...new Set(failed.map(({ reason }) => reason))];
  const counts: [string, number][] = [
    ["no template", failed.length],
    ...reasons.map((reason): [string, number] => [
      `… ${reason}`,
      failed.filter((photo) => photo.reason === reason).length,
    ]),
    ["not registered", failed.length + issues.filter((found) => found.length > 0).length],
    ...CAPTURE_ISSUES.filter((issue) => issue !== "no_face").map((issue): [string, number] => [
      `… ${issue}`,
      issues.filter((found) => found.includes(issue)).length,
    ]),
  ];
  const rows = counts.map(([name, count]) => [name, share(count, all), percent(count / all)]);
  return {
    heading: "Failure to acquire",
    text: "A photo may have several issues. Every photo with a template is compared below, refused or not.",
    table: { columns: ["", "photos", "share"], rows },
  };
}
