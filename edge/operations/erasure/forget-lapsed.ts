import { forgetLapsedSessions } from "../../store/accounts/sessions.ts";
import { forgetExpiredKeys } from "../../store/tenancy/idempotency.ts";
import { forgetLapsedReservations } from "../../store/tenancy/usage.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/** Forgets idempotency keys, held units of usage, sessions and links whose time is over. */
export async function forgetLapsed(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  await commit(ctx, {
    statements: [
      forgetExpiredKeys(services.db, now),
      forgetLapsedReservations(services.db, now),
      ...forgetLapsedSessions(services.db, now),
    ],
  });
}
