import { newId } from "../../ids.ts";
import type { NamedImage } from "../../inference/port.ts";
import { insertFaceMatch } from "../../store/results/face-matches.ts";
import { qualityReport } from "../../verdicts/face/quality.ts";
import { compare } from "../../verdicts/match/comparison.ts";
import type { MatchLevel } from "../../vocabulary/faces.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { type CheckResult, resultStatements } from "../parts/record-check.ts";
import { comparableFace } from "./parts/usable-face.ts";

/** Biometric verification 1:1 of two images. A non-match is a result, not an error. */
export async function compareFaces(
  ctx: CallContext<CheckResult, "inference" | "clock">,
  input: { readonly images: readonly [NamedImage, NamedImage]; readonly level: MatchLevel },
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { inference, db } = services;
  const [first, second] = input.images;
  const analyses = [first, second].map((image) => inference.analyzeFace(image, ctx.call.engines));
  // Where one fails, it is known only when the other has ended whether an engine worked on the call.
  await Promise.allSettled(analyses);
  const [a, b, pack] = await Promise.all([analyses[0]!, analyses[1]!, inference.pack()]);
  const probe = comparableFace(a, first);
  const reference = comparableFace(b, second);
  const comparison = compare(probe.template, reference.template, pack, input.level);
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
  const customerRef = null;
  const row = { id, verificationId: null, customerRef, createdAt: now, kind: body.kind, body };
  const event = { type: "face.verify.completed", data: body } as const;
  const rows = { id, customerRef, event, statements: [insertFaceMatch(db, scope, row)] };
  const statements = resultStatements(services, scope, rows, now);
  return commitResult(ctx, { statements }, { id, customerRef, createdAt: now, body });
}
