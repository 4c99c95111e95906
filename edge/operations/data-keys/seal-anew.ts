import { VaultError } from "../../crypto/vault.ts";
import type { Statement } from "../../store/batch.ts";
import {
  type DataKeyRow,
  listDataKeys,
  type PassState,
  retireOthers,
  savePass,
  takeSweep,
} from "../../store/data-keys/data-keys.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";
import { duePass, isClean } from "./parts/pass.ts";
import { PLACES } from "./parts/places.ts";

/** Longer than a page takes. A process that died in a sweep holds up the next one for this long. */
const LEASE_MS = 30_000;
/** A sweep stops after this time; the next one goes on where it stopped. */
const SWEEP_MS = 10_000;

type SweepContext = Context<"vault" | "dataKeys" | "clock">;

/**
 * Seals anew, with the newest data key, what older ones sealed: a bounded part of it, from where the last
 * sweep stopped. Once a whole pass finds nothing of older keys they are retired. One process sweeps at a
 * time. Returns the row of the key that seals after that.
 */
export async function sealAnew(ctx: SweepContext): Promise<DataKeyRow | undefined> {
  const { services, now } = ctx;
  const { newest, all } = services.dataKeys;
  const find = async () => (await listDataKeys(services.db)).find(({ id }) => id === newest.id);
  const row = (await listDataKeys(services.db)).at(-1);
  // A slower process, whose newest key is no longer the newest, would only seal back.
  if (row?.id !== newest.id) return row;
  const due = duePass(row, all.length, PLACES[0]!.name, now);
  if (due === null) return row;
  let lease = now + LEASE_MS;
  if (!(await affects(ctx, takeSweep(services.db, newest.id, now, lease)))) return row;
  let pass = due;
  while (pass.place !== null && services.clock() < now + SWEEP_MS) {
    const { statements, next } = await turnPage(ctx, pass);
    const until = services.clock() + LEASE_MS;
    const saved = savePass(services.db, { id: newest.id, lease }, next, until);
    if (!(await affects(ctx, saved, statements))) return find();
    [pass, lease] = [next, until];
  }
  await affects(ctx, savePass(services.db, { id: newest.id, lease }, pass, 0));
  if (isClean(pass)) await retire(ctx);
  return find();
}

/** Retires the older keys. The log tells where no operator's command does that they may go. */
async function retire(ctx: SweepContext): Promise<void> {
  const { id } = ctx.services.dataKeys.newest;
  const isNews = await affects(ctx, retireOthers(ctx.services.db, id, ctx.services.clock()));
  if (isNews) console.warn(JSON.stringify({ event: "data_keys_retired", all_is_sealed_by: id }));
}

/** Seals the stale values of the pass's next page. What does not open stays as it is and is counted. */
async function turnPage(
  { services }: SweepContext,
  pass: PassState,
): Promise<{ statements: readonly Statement[]; next: PassState }> {
  const at = PLACES.findIndex(({ name }) => name === pass.place);
  const place = PLACES[at];
  // A place of another release: the pass begins anew.
  if (place === undefined) return { statements: [], next: { ...pass, place: PLACES[0]!.name, after: null } };
  const page = await place.read(services, pass.after);
  const turned = await Promise.allSettled(page.stale.map((value) => value.turn()));
  const failures = turned.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  // A store that is away is no value that does not open: the next sweep comes here again.
  for (const failure of failures) if (!(failure instanceof VaultError)) throw failure;
  const unopened = failures.length;
  const isLastPage = page.last === null;
  const nextPlace = isLastPage ? (PLACES[at + 1]?.name ?? null) : place.name;
  return {
    statements: turned.flatMap((each) => (each.status === "fulfilled" ? each.value : [])),
    next: {
      ...pass,
      place: nextPlace,
      after: page.last,
      seen: pass.seen + page.seen,
      turned: pass.turned + turned.length - unopened,
      unopened: pass.unopened + unopened,
      endedAt: nextPlace === null ? services.clock() : null,
    },
  };
}

/** Commits the statements, and returns whether the first of them affected a row. */
async function affects(
  ctx: SweepContext,
  first: Statement,
  rest: readonly Statement[] = [],
): Promise<boolean> {
  const [result] = (await commit(ctx, { statements: [first, ...rest] })).results;
  return (result as { rowsAffected: number }).rowsAffected > 0;
}
