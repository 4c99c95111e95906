import type { Scope } from "../../scope.ts";
import { listOverdue, lostRace, updateVerification } from "../../store/verifications/verifications.ts";
import { expireIfDue } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/** The most verifications that one sweep expires; the next sweep goes on. */
const PER_SWEEP = 200;

/**
 * Records the expiry of every overdue verification. Nothing waits for this record: an overdue verification
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
    await commit(ctx, { statements: updateVerification(services.db, scope, expired, change) });
  } catch (error) {
    // The faster writer decided with the same clock. The next sweep finds the remaining verifications.
    if (!lostRace(error)) throw error;
  }
}
