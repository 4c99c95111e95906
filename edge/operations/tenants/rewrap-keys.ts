import type { KeyRing } from "../../crypto/key-ring.ts";
import { rewrap } from "../../crypto/wrapped-key.ts";
import { listWrappedByOthers, replaceWrapped } from "../../store/tenancy/wrapped-keys.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/** Keys of one batch. */
const AT_ONCE = 200;

/**
 * Wraps by the newest master key whatever key an older one wraps: the whole turn of a master key, since data
 * are encrypted by the keys that it wraps. Stopped in between, it goes on when it is called again. Returns
 * the number of keys. Throws `VaultError` where a wrapped key does not open.
 */
export async function rewrapKeys(ctx: Context, { ring }: { readonly ring: KeyRing }): Promise<number> {
  const { db } = ctx.services;
  for (let turned = 0; ; ) {
    const keys = await listWrappedByOthers(db, ring.newest.id, AT_ONCE);
    if (keys.length === 0) return turned;
    const fresh = await Promise.all(keys.map((key) => rewrap(ring, key)));
    await commit(ctx, { statements: fresh.map((key) => replaceWrapped(db, key)) });
    turned += keys.length;
  }
}
