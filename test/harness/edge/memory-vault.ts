import { randomBytes } from "node:crypto";
import { openKeyRing } from "#edge/crypto/key-ring.ts";
import { createVault, type Vault } from "#edge/crypto/vault.ts";
import { newWrappedKey, type WrappedKey } from "#edge/crypto/wrapped-key.ts";

/** A vault with wrapped keys in memory: a tenant gets one with its first value. */
export async function memoryVault(): Promise<Vault> {
  const ring = await openKeyRing([randomBytes(32)]);
  const kept = new Map<string, Promise<WrappedKey>>();
  return createVault(ring, (owner) => {
    const key = kept.get(owner) ?? newWrappedKey(ring, owner);
    kept.set(owner, key);
    return key;
  });
}
