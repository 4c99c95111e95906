import { ApiError } from "../../errors.ts";
import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import type { Actor } from "../../store/audit-chain.ts";
import { loadVerification } from "../../store/verifications.ts";
import { type Ruling, review } from "../../verification/review.ts";
import type { Verification } from "../../verification/types.ts";
import { eventStatements } from "../../webhooks/outbox.ts";
import { changeVerification } from "./record-step.ts";
import { renderReviewed } from "./render.ts";

/** What a person decides, and why: a code of `REVIEW_REASONS`. */
export interface Judgement {
  readonly ruling: Ruling;
  readonly reason: string;
}

/**
 * Ends a review: the verification, `verification.reviewed`, its deliveries and the audit entry are one batch. Of two
 * reviewers at once the slower gets 409 `verification_not_open`; so does whoever comes later. 404 for what this tenant
 * and mode does not have.
 */
export async function reviewVerification(
  { db, clock, wakeDispatcher }: Pick<Services, "db" | "clock" | "wakeDispatcher">,
  scope: Scope,
  id: string,
  { ruling, reason }: Judgement,
  actor: Actor,
): Promise<Verification> {
  const found = await loadVerification(db, scope, id);
  if (found === undefined) throw new ApiError("not_found", "There is no such verification.");
  return changeVerification({ db, wakeDispatcher }, scope, found, (current) => {
    const now = clock();
    const verification = review(current, ruling, reason);
    const { customerRef } = verification;
    const data = renderReviewed(verification);
    const event = { type: "verification.reviewed", subjectId: id, customerRef, data, now } as const;
    return {
      verification,
      change: { at: now, kind: "reviewed", resultId: null },
      statements: eventStatements(db, scope, event).statements,
      audit: {
        ...{ ...scope, at: now, actor, action: "verification.review", target: id },
        before: { decision: current.decision },
        after: { decision: ruling, reason },
      },
    };
  });
}
