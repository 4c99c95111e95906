import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { newId } from "../../ids.ts";
import { comparableFace } from "../../operations/faces/parts/usable-face.ts";
import { requiredImage } from "../../operations/parts/open-check.ts";
import { resultStatements } from "../../operations/parts/record-check.ts";
import { insertFaceMatch } from "../../store/results/face-matches.ts";
import { qualityReport } from "../../verdicts/face/quality.ts";
import { compare } from "../../verdicts/match/comparison.ts";
import type { Recording } from "../call/recording.ts";

export const verifyForm = { files: ["image_a", "image_b"], fields: [] };

/** POST /v1/face/verify: biometric verification 1:1 of two uploaded images. A non-match is an answer, not an error. */
export async function verifyFaces(c: AppContext): Promise<Recording> {
  const { services } = c.var;
  const { scope, settings } = requireSecretKey(c.var.principal);
  const { upload } = c.var;
  const images = [requiredImage(upload, "image_a"), requiredImage(upload, "image_b")] as const;
  const { inference, db } = services;
  const now = services.clock();
  const [a, b, pack] = await Promise.all([
    inference.analyzeFace(images[0]),
    inference.analyzeFace(images[1]),
    inference.pack(),
  ]);
  const [probe, reference] = [comparableFace(a, images[0]), comparableFace(b, images[1])];
  const comparison = compare(probe.template, reference.template, pack, settings.faceMatchLevel);
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
  return {
    statements: resultStatements(services, scope, { id, customerRef: null, event, statements }, now),
    answer: {
      status: 200,
      body: { ...body, created_at: new Date(now).toISOString() },
      subject: { id, customerRef: null },
    },
  };
}
