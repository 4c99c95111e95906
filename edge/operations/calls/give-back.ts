import { releaseKey } from "../../store/tenancy/idempotency.ts";
import { giveBackUsage } from "../../store/tenancy/usage.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import type { Held } from "../commit/pending-call.ts";

/** Gives back the key and the unit of a call that failed, so that the call may be tried again. */
export async function giveBack(ctx: ScopeContext, { key, unit }: Held): Promise<void> {
  const { services, scope } = ctx;
  await commit(ctx, {
    statements: [
      ...(key === null ? [] : [releaseKey(services.db, scope, key.call, key.lease)]),
      ...(unit?.reserved ? [giveBackUsage(services.db, scope, unit)] : []),
    ],
  });
}
