import type { Scope } from "../../scope.ts";
import { listOverdue, lostRace, updateVerification } from "../../store/verifications/verifications.ts";
import { expireIfDue } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/** Verifications that one sweep expires at most; the next sweep goes on. */
const PER_SWEEP = 200;

/**
 * Records the expiry of every verification whose time has passed. Nothing waits for it: what is overdue
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
    // Whoever was faster decided with the same clock; what is still due is found again by the next sweep.
    if (!lostRace(error)) throw error;
  }
}
