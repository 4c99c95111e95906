import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import { commit } from "../../store/batch.ts";
import { listOverdue, lostRace, updateVerification } from "../../store/verifications/verifications.ts";
import { expireIfDue } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";

/** Verifications that one sweep expires at most; the next sweep goes on. */
const PER_SWEEP = 200;

/**
 * Records the expiry of every verification whose time has passed. Nothing waits for it: what is overdue already answers
 * as expired and takes no results.
 */
export async function expireOverdue({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock();
  for (const { scope, verification } of await listOverdue(db, now, PER_SWEEP)) {
    await expire(db, scope, verification, now);
  }
}

async function expire(db: Services["db"], scope: Scope, verification: Verification, now: number) {
  const change = { at: now, kind: "expired", resultId: null } as const;
  try {
    await commit(db, updateVerification(db, scope, expireIfDue(verification, now), change));
  } catch (error) {
    // Whoever was faster decided with the same clock; what is still due is found again by the next sweep.
    if (!lostRace(error)) throw error;
  }
}
