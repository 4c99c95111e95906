import { releaseKey } from "../../store/tenancy/idempotency.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { type Held, usedStatements } from "../commit/pending-call.ts";

/** Counts the unit of a call that failed after an engine had worked on it, and gives back its key. */
export async function countFailed(ctx: ScopeContext, { key, unit }: Held): Promise<void> {
  const { services, scope } = ctx;
  await commit(ctx, {
    statements: [
      ...(key === null ? [] : [releaseKey(services.db, scope, key.call, key.lease)]),
      ...(unit === null ? [] : usedStatements(services.db, scope, unit)),
    ],
  });
}
