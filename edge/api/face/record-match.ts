import type { AppContext } from "../../http/context.ts";
import { insertDuration } from "../../store/results/durations.ts";
import { insertFaceMatch } from "../../store/results/face-matches.ts";
import type { Recording } from "../call/recording.ts";

/** A comparison with the gallery, made outside a verification. */
export interface FaceMatch {
  readonly body: { readonly id: string; readonly kind: "registration_verify" | "dedupe" };
  /** Whom the result names. */
  readonly customerRef: string | null;
  /** When the call's work began, in milliseconds since the epoch. */
  readonly now: number;
}

/** Keeps and answers a result that has no event: `face.verify.completed` is of POST /v1/face/verify alone. */
export function recordFaceMatch(c: AppContext, { body, customerRef, now }: FaceMatch): Recording {
  const { id, kind } = body;
  const { services, principal } = c.var;
  const row = { id, verificationId: null, customerRef, createdAt: now, kind, body: { ...body } };
  const { db, clock } = services;
  const statements = [
    insertFaceMatch(db, principal.scope, row),
    insertDuration(db, principal.scope, { resultId: id, startedAt: now, endedAt: clock() }),
  ];
  return {
    statements,
    answer: {
      status: 200,
      body: { ...body, created_at: new Date(now).toISOString() },
      subject: { id, customerRef },
    },
  };
}
