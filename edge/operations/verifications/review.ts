import { describeActor } from "../../store/audit/actor.ts";
import { insertNote } from "../../store/verifications/review-notes.ts";
import { renderCompleted } from "../../verification/render.ts";
import { review } from "../../verification/review.ts";
import type { Verification } from "../../verification/types.ts";
import type { Ruling } from "../../vocabulary/verifications.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { type Advanced, changeVerification, verificationEvent } from "../parts/change-verification.ts";
import { existingVerification } from "../parts/existing-verification.ts";
import { sealNote } from "./parts/review-note.ts";

/** A reviewer's decision and its reason, a code of `REVIEW_REASONS`. */
export interface Judgement {
  readonly ruling: Ruling;
  readonly reason: string;
  /** For other reviewers alone, sealed: no event, no audit entry and no answer of the API holds it. */
  readonly note?: string;
}

/**
 * Ends a review: the verification, `verification.reviewed`, its deliveries and the audit entry are one batch.
 * The slower of two reviewers, and any later one, gets 409 `verification_not_open`. Throws 404 `not_found`
 * for a verification that this tenant and mode does not have.
 */
export async function reviewVerification(
  ctx: ScopeContext<"vault">,
  { id, ...judgement }: Judgement & { readonly id: string },
): Promise<Verification> {
  return changeVerification(ctx, {
    verification: await existingVerification(ctx.services.db, ctx.scope, id),
    advance: (current) => rule(ctx, current, judgement),
    write: async (batch, changed): Promise<Verification> => {
      await commit(ctx, batch);
      return changed;
    },
  });
}

async function rule(
  ctx: ScopeContext<"vault">,
  current: Verification,
  { ruling, reason, note = "" }: Judgement,
): Promise<Advanced> {
  const { services, scope, actor, now } = ctx;
  const changed = review(current, ruling, reason, now);
  const row = { verificationId: changed.id, author: describeActor(actor).id, at: now, text: note };
  const data = renderCompleted(changed);
  const facts = { before: { decision: current.decision }, after: { decision: ruling, reason } };
  return {
    changed,
    change: { at: now, kind: "reviewed", resultId: null },
    statements: [
      ...verificationEvent(services.db, scope, changed, { type: "verification.reviewed", data, now }),
      ...(note === "" ? [] : [insertNote(services.db, scope, await sealNote(services, scope, row))]),
    ],
    audit: auditEntry(ctx, { action: "verification.review", target: changed.id, ...facts }),
  };
}
