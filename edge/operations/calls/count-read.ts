import { countFirstRead } from "../../store/tenancy/tokens.ts";
import { addUsage, addUsageWithinCap } from "../../store/tenancy/usage.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { capReached } from "../commit/pending-call.ts";

interface ReadBack {
  readonly isCapped: boolean;
  /** The revision of its verification that a session token now reads; null for a secret key. */
  readonly told: Parameters<typeof countFirstRead>[2] | null;
}

/**
 * Counts a read-back like the call that made the result. Throws 402 `usage_cap_reached` at the cap, and
 * counts nothing then.
 */
export async function countRead(ctx: ScopeContext, { isCapped, told }: ReadBack): Promise<void> {
  const { services, scope, now } = ctx;
  const { db } = services;
  if (told === null && !isCapped) {
    await commit(ctx, { statements: [addUsage(db, scope, now)] });
    return;
  }
  const counted = told === null ? addUsageWithinCap(db, scope, now) : countFirstRead(db, scope, told, now);
  if (!(await counted) && isCapped) throw capReached();
}
