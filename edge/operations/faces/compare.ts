import type { MatchLevel } from "../../../vocabulary/faces.ts";
import { newId } from "../../core/ids.ts";
import type { NamedImage } from "../../inference/port.ts";
import { compare } from "../../verdicts/match/comparison.ts";
import { qualityReport } from "../../verdicts/match/quality.ts";
import type { CheckResult } from "../checks.ts";
import type { CallContext } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { recordFaceMatch } from "./record-match.ts";
import { comparableFace } from "./usable-face.ts";

/** Biometric verification 1:1 of two images. A non-match is a result, not an error. */
export async function compareFaces(
  ctx: CallContext<CheckResult, "inference" | "clock">,
  input: { readonly images: readonly [NamedImage, NamedImage]; readonly level: MatchLevel },
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { inference } = services;
  const [first, second] = input.images;
  const analyses = [first, second].map((image) => inference.analyzeFace(image, ctx.call.engines));
  // If one fails, only the end of the other one says whether an engine worked on the call.
  await Promise.allSettled(analyses);
  const [a, b, pack] = await Promise.all([analyses[0]!, analyses[1]!, inference.pack()]);
  const probe = comparableFace(a, first);
  const reference = comparableFace(b, second);
  const comparison = compare(probe.template, reference.template, pack, input.level);
  const body = {
    id: newId("faceMatch", now),
    kind: "verify" as const,
    match: comparison.match,
    similarity: comparison.similarity,
    threshold: comparison.threshold,
    image_a: { quality: qualityReport(a) },
    image_b: { quality: qualityReport(b) },
    model_version: comparison.modelVersion,
    mode: scope.mode,
  };
  return recordFaceMatch(ctx, { body, customerRef: null });
}
