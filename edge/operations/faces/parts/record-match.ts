import { insertFaceMatch } from "../../../store/results/face-matches.ts";
import { countCall } from "../../../store/results/tallies.ts";
import { type CallContext, commitResult } from "../../commit/commit.ts";
import type { Answer } from "../../commit/pending-call.ts";
import type { CheckResult } from "../../parts/record-check.ts";

/** A comparison with the gallery, made outside a verification. */
interface FaceMatch {
  readonly body: { readonly id: string; readonly kind: "registration_verify" | "dedupe" };
  /** The customer that the result names. */
  readonly customerRef: string | null;
}

/** Keeps a result without an event: `face.verify.completed` belongs to the comparison of two images alone. */
export function recordFaceMatch(
  ctx: CallContext<CheckResult, "clock">,
  { body, customerRef }: FaceMatch,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { id, kind } = body;
  const row = { id, verificationId: null, customerRef, createdAt: now, kind, body: { ...body } };
  const duration = { resultId: id, startedAt: now, endedAt: services.clock() };
  const statements = [insertFaceMatch(services.db, scope, row), countCall(services.db, scope, duration)];
  return commitResult(ctx, { statements }, { id, customerRef, createdAt: now, body: { ...body } });
}
