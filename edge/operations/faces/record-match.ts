import { insertFaceMatch } from "../../store/results/face-matches.ts";
import { countCall } from "../../store/results/tallies.ts";
import { eventStatements } from "../../webhooks/outbox.ts";
import type { CheckResult } from "../checks.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";

/** A comparison or search of faces outside a verification. */
interface FaceMatch {
  readonly body: { readonly id: string; readonly kind: "verify" | "registration_verify" | "dedupe" };
  /** The customer that the result names. */
  readonly customerRef: string | null;
}

/** Keeps a result. Only the comparison of two images has an event, `face.verify.completed`. */
export function recordFaceMatch(
  ctx: CallContext<CheckResult, "clock">,
  { body: { ...body }, customerRef }: FaceMatch,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { db, clock } = services;
  const { id, kind } = body;
  const row = { id, verificationId: null, customerRef, createdAt: now, kind, body };
  const event = { type: "face.verify.completed", data: body, subjectId: id, customerRef, now } as const;
  const statements = [
    insertFaceMatch(db, scope, row),
    countCall(db, scope, { resultId: id, startedAt: now, endedAt: clock() }),
    ...(kind === "verify" ? eventStatements(db, scope, event).statements : []),
  ];
  return commitResult(ctx, { statements }, { id, customerRef, createdAt: now, body });
}
