import type { Ruling } from "../../../vocabulary/verifications.ts";
import { describeActor } from "../../store/audit/actor.ts";
import { insertNote } from "../../store/verifications/review-notes.ts";
import { renderCompleted } from "../../verification/render.ts";
import { review } from "../../verification/review.ts";
import type { Verification } from "../../verification/types.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import {
  changeVerification,
  existingVerification,
  verificationEvent,
  verificationWrite,
} from "../verification-write.ts";
import { sealNote } from "./review-note.ts";

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
  { id, ruling, reason, note = "" }: Judgement & { readonly id: string },
): Promise<Verification> {
  const { services, scope, actor, now } = ctx;
  const verification = await existingVerification(services.db, scope, id);
  const row = { verificationId: id, author: describeActor(actor).id, at: now, text: note };
  const noted = note === "" ? [] : [insertNote(services.db, scope, await sealNote(services, scope, row))];
  return changeVerification(ctx, verification, async (current) => {
    const changed = review(current, ruling, reason, now);
    const event = { type: "verification.reviewed", data: renderCompleted(changed), now } as const;
    const facts = { before: { decision: current.decision }, after: { decision: ruling, reason } };
    const write = verificationWrite(ctx, {
      changed,
      kind: "reviewed",
      statements: [...verificationEvent(services.db, scope, changed, event), ...noted],
      audit: auditEntry(ctx, { action: "verification.review", target: id, ...facts }),
    });
    await commit(ctx, write);
    return changed;
  });
}
