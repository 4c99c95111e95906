import type { Scope } from "../../core/scope.ts";
import { listOverdue, lostRace, updateVerification } from "../../store/verifications/verifications.ts";
import { cancel, expireIfDue } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commit, commitResult } from "../commit/commit.ts";
import { auditEntry, type Context } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification, existingVerification, verificationWrite } from "../verification-write.ts";

/** Ends an open verification without a decision. Throws 409 `verification_not_open` for any other. */
export async function cancelVerification(
  ctx: CallContext<Verification>,
  { id }: { readonly id: string },
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const verification = await existingVerification(services.db, scope, id);
  return changeVerification(ctx, verification, async (current) => {
    const changed = cancel(current, now);
    const audit = [auditEntry(ctx, { action: "verification.cancel", target: id })];
    return commitResult(ctx, verificationWrite(ctx, { changed, kind: "canceled", audit }), changed);
  });
}

/** The most verifications that one sweep expires; the next sweep continues. */
const PER_SWEEP = 200;

/**
 * Records the expiry of every overdue verification. Nothing depends on this record: an overdue verification
 * already answers as expired and takes no results.
 */
export async function expireOverdue(ctx: Context): Promise<void> {
  for (const { scope, verification } of await listOverdue(ctx.services.db, ctx.now, PER_SWEEP)) {
    await expire(ctx, scope, verification);
  }
}

async function expire(ctx: Context, scope: Scope, verification: Verification): Promise<void> {
  const { services, now } = ctx;
  const change = { at: now, kind: "expired", resultId: null } as const;
  try {
    const expired = expireIfDue(verification, now);
    const statements = updateVerification(services.db, scope, expired, change);
    await commit(ctx, { statements, changed: { scope, verification: expired } });
  } catch (error) {
    // The faster writer decided with the same clock. The next sweep finds the remaining verifications.
    if (!lostRace(error)) throw error;
  }
}
