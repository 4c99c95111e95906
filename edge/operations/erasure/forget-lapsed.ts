import { forgetErased } from "../../store/erasure/erased.ts";
import { forgetLapsed as forgetting } from "../../store/erasure/lapsed.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/** Rows of each kind in one batch: few enough to hold the write lock for a moment only. */
const PER_BATCH = 500;

/** No batch begins after this; the next sweep goes on. */
const SWEEP_MS = 20_000;

/**
 * Deletes rows whose time is over, of all tenants, the longest over first, in batches until none is left:
 * what has expired, what is left of what was erased, and figures of long ago.
 */
export async function forgetLapsed(ctx: Context<"clock">): Promise<void> {
  const { db, clock } = ctx.services;
  const until = clock() + SWEEP_MS;
  for (let isMore = true; isMore && clock() < until; ) {
    const statements = [...forgetting(db, ctx.now, PER_BATCH), ...forgetErased(db, ctx.now, PER_BATCH)];
    const { results } = await commit(ctx, { statements });
    isMore = (results as { rowsAffected: number }[]).some(({ rowsAffected }) => rowsAffected >= PER_BATCH);
  }
}
