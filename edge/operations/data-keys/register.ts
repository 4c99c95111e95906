import type { KeyRing } from "../../crypto/key-ring.ts";
import { listDataKeys, registerKeys } from "../../store/data-keys/data-keys.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/**
 * Notes that the newest data key seals in this database, before it does. Returns the ids of keys that sealed
 * something here and are not in the ring: a process that lacks one must not serve, since it would refuse
 * sound data, and seal what others cannot open.
 */
export async function registerDataKeys(
  ctx: Context<"dataKeys">,
): Promise<{ readonly missing: readonly string[] }> {
  const { services, now } = ctx;
  const { all, newest } = services.dataKeys;
  const known = await listDataKeys(services.db);
  if (known.length === 0) {
    await commit(ctx, { statements: [registerKeys(services.db, idsOf(services.dataKeys), now)] });
    return { missing: [] };
  }
  const missing = known
    .filter(({ id, retiredAt }) => retiredAt === null && !all.some((key) => key.id === id))
    .map(({ id }) => id);
  const isRegistered = known.some(({ id, retiredAt }) => id === newest.id && retiredAt === null);
  if (missing.length === 0 && !isRegistered) {
    await commit(ctx, { statements: [registerKeys(services.db, [newest.id], now)] });
  }
  return { missing };
}

const idsOf = ({ all }: KeyRing) => all.map(({ id }) => id);
