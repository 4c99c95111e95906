import { ApiError } from "../../errors.ts";
import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import { type Actor, describeActor } from "../../store/audit/actor.ts";
import { insertNote } from "../../store/verifications/review-notes.ts";
import { loadVerification } from "../../store/verifications/verifications.ts";
import { renderCompleted } from "../../verification/render.ts";
import { review } from "../../verification/review.ts";
import type { Verification } from "../../verification/types.ts";
import type { Ruling } from "../../vocabulary/verifications.ts";
import { type Advanced, commitChange, verificationEvent } from "./parts/change.ts";
import { sealNote } from "./parts/review-note.ts";

/** What a person decides, and why: a code of `REVIEW_REASONS`. */
export interface Judgement {
  readonly ruling: Ruling;
  readonly reason: string;
  /** For other reviewers alone, sealed: neither events nor the audit log nor the API tell it. */
  readonly note?: string;
}

type Reviewing = Pick<Services, "db" | "clock" | "vault" | "wakeDispatcher">;

/**
 * Ends a review: the verification, `verification.reviewed`, its deliveries and the audit entry are one batch. Of two
 * reviewers at once the slower gets 409 `verification_not_open`; so does whoever comes later. 404 for what this tenant
 * and mode does not have.
 */
export async function reviewVerification(
  services: Reviewing,
  scope: Scope,
  id: string,
  judgement: Judgement,
  actor: Actor,
): Promise<Verification> {
  const verification = await loadVerification(services.db, scope, id);
  if (verification === undefined) throw new ApiError("not_found", "There is no such verification.");
  const advance = (current: Verification) => rule(services, scope, current, judgement, actor);
  return commitChange(services, scope, { verification, advance }, async () => []);
}

async function rule(
  services: Reviewing,
  scope: Scope,
  current: Verification,
  { ruling, reason, note = "" }: Judgement,
  actor: Actor,
): Promise<Advanced> {
  const { db, clock } = services;
  const now = clock();
  const changed = review(current, ruling, reason, now);
  const left = { verificationId: changed.id, author: describeActor(actor).id, at: now, text: note };
  const data = renderCompleted(changed);
  return {
    changed,
    change: { at: now, kind: "reviewed", resultId: null },
    statements: [
      ...verificationEvent(db, scope, changed, { type: "verification.reviewed", data, now }),
      ...(note === "" ? [] : [insertNote(db, scope, await sealNote(services, scope, left))]),
    ],
    audit: {
      tenantId: scope.tenantId,
      mode: scope.mode,
      at: now,
      actor,
      action: "verification.review",
      target: changed.id,
      before: { decision: current.decision },
      after: { decision: ruling, reason },
    },
  };
}
