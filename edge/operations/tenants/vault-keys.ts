import { outage } from "../../core/outage.ts";
import type { KeyRing } from "../../crypto/key-ring.ts";
import { createVault, type Vault } from "../../crypto/vault.ts";
import {
  MasterKeyMissingError,
  newWrappedKey,
  rewrap,
  SERVICE,
  unwrap,
  type WrappedKey,
} from "../../crypto/wrapped-key.ts";
import {
  countWrapped,
  findWrappedKey,
  insertWrappedKey,
  listWrappedByOthers,
  replaceWrapped,
} from "../../store/tenancy/wrapped-keys.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

interface OpenedKeys {
  readonly vault: Vault;
  /** The service's own key: 32 bytes. */
  readonly serviceKey: Uint8Array;
}

/**
 * The keys of a database, with its master keys. Makes the service's own key if there is none. Throws
 * `MasterKeyMissingError`, which names the keys, if one is missing: a process without it would reject intact
 * data, and must not serve.
 */
export async function openVault(ctx: Context, { ring }: { readonly ring: KeyRing }): Promise<OpenedKeys> {
  const { db } = ctx.services;
  const known = new Set(ring.all.map(({ id }) => id));
  const missing = (await countWrapped(db)).map((row) => row.masterKeyId).filter((id) => !known.has(id));
  if (missing.length > 0) {
    throw new MasterKeyMissingError(
      `DATA_KEYS (of a local stack: in secrets.json) lacks ${missing.join(", ")}, which this database needs: put that key back`,
    );
  }
  const serviceKey = await unwrap(
    ring,
    (await findWrappedKey(db, SERVICE)) ?? (await makeServiceKey(ctx, ring)),
  );
  return { serviceKey, vault: createVault(ring, read) };

  /** A key that was rotated to a master key which this process lacks is no defect of the value. */
  async function read(owner: string): Promise<WrappedKey | undefined> {
    const row = await findWrappedKey(db, owner);
    if (row === undefined || known.has(row.masterKeyId)) return row;
    const message = "The service was not given a key that it needs.";
    throw outage("master_key", `DATA_KEYS lacks ${row.masterKeyId}`, { message, retryAfter: 60 });
  }
}

/** Several first processes may each make a key: the first write wins, and all of them read it. */
async function makeServiceKey(ctx: Context, ring: KeyRing): Promise<WrappedKey> {
  const { db } = ctx.services;
  await commit(ctx, { statements: [insertWrappedKey(db, await newWrappedKey(ring, SERVICE))] });
  return (await findWrappedKey(db, SERVICE))!;
}

/** Keys of one batch. */
const AT_ONCE = 200;

/**
 * Wraps every key that an older master key wraps with the newest one. This is the whole rotation of a master
 * key, since data are encrypted by the keys that it wraps. An interrupted run continues at the next call.
 * Returns the number of keys. Throws `VaultError` if a wrapped key does not open.
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
