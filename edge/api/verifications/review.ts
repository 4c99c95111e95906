import { ApiError } from "../../errors.ts";
import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import type { Actor } from "../../store/audit-chain.ts";
import { loadVerification, type StoredVerification } from "../../store/verifications.ts";
import { type Ruling, review } from "../../verification/review.ts";
import type { Verification } from "../../verification/types.ts";
import { type Advanced, commitChange, verificationEvent } from "./change.ts";
import { renderCompleted } from "./render.ts";

/** What a person decides, and why: a code of `REVIEW_REASONS`. */
export interface Judgement {
  readonly ruling: Ruling;
  readonly reason: string;
}

type Reviewing = Pick<Services, "db" | "clock" | "wakeDispatcher">;

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
  const advance = (current: StoredVerification) => rule(services, scope, current, judgement, actor);
  return commitChange(services, scope, { verification, advance }, async () => []);
}

function rule(
  { db, clock }: Reviewing,
  scope: Scope,
  current: StoredVerification,
  { ruling, reason }: Judgement,
  actor: Actor,
): Advanced {
  const now = clock();
  const changed = review(current, ruling, reason);
  const data = renderCompleted(changed);
  return {
    changed,
    change: { at: now, kind: "reviewed", resultId: null },
    statements: verificationEvent(db, scope, changed, { type: "verification.reviewed", data, now }),
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
