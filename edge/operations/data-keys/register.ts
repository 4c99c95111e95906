import type { KeyRing } from "../../crypto/key-ring.ts";
import { VaultError } from "../../crypto/vault.ts";
import { listDataKeys, registerKeys } from "../../store/data-keys/data-keys.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";
import { PLACES, type Sealing } from "./parts/places.ts";

/** What stands for the name of a key from before keys had ids. */
const UNNAMED = "the key without an id";

/**
 * Notes that the newest data key seals in this database, before it does. Returns the ids of keys that sealed
 * something here and are not in the ring: a process that lacks one must not serve, since it would refuse
 * sound data, and seal what others cannot open.
 */
export async function registerDataKeys(
  ctx: Context<"vault" | "dataKeys">,
): Promise<{ readonly missing: readonly string[] }> {
  const { services, now } = ctx;
  const { all, newest } = services.dataKeys;
  const known = await listDataKeys(services.db);
  if (known.length === 0) {
    if (await holdsForeign(services)) return { missing: [UNNAMED] };
    // Any of them may have sealed what is here.
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

/** Whether the first value of some place does not open. Only asked of a database from before keys had ids. */
async function holdsForeign(services: Sealing): Promise<boolean> {
  for (const place of PLACES) {
    const [first] = (await place.read(services, null)).stale;
    const opens = first === undefined || (await first.open().then(() => true, orThrow));
    if (!opens) return true;
  }
  return false;
}

function orThrow(error: unknown): false {
  if (error instanceof VaultError) return false;
  throw error;
}
