import type { KeyRing } from "../../edge/crypto/key-ring.ts";
import { createVault } from "../../edge/crypto/vault.ts";
import { operatorContext } from "../../edge/operations/commit/context.ts";
import { registerDataKeys } from "../../edge/operations/data-keys/register.ts";
import type { Database } from "../../edge/store/batch.ts";

/** The database was sealed by a data key that the stack's secrets lack. */
export class DataKeyMissingError extends Error {
  override readonly name = "DataKeyMissingError";
}

/** Throws DataKeyMissingError, which names the keys, where the ring lacks one that sealed this database. */
export async function requireDataKeys(db: Database, dataKeys: KeyRing): Promise<void> {
  const services = { db, dataKeys, vault: createVault(dataKeys) };
  const { missing } = await registerDataKeys(operatorContext(services, Date.now()));
  if (missing.length === 0) return;
  throw new DataKeyMissingError(
    `this database was sealed by ${missing.join(", ")}, which DATA_KEYS in secrets.json lacks; put that key back`,
  );
}
