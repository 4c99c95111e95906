import { dropPending, listUnwanted } from "../../store/webhooks/deliveries.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/** Endpoints of one sweep; the next one goes on. */
const PER_SWEEP = 20;

/**
 * Makes dead letters of what still waits for endpoints that send no more: turning one off drops the first of
 * a long queue at once, and this the rest.
 */
export async function dropUnwanted(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  for (const { id, ...scope } of await listUnwanted(services.db, PER_SWEEP)) {
    await commit(ctx, { statements: [dropPending(services.db, scope, id, now)] });
  }
}
