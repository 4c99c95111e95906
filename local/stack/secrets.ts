import { generateKeyPairSync, randomBytes } from "node:crypto";
import { basename, dirname } from "node:path";
import { z } from "zod";
import { type KeyRing, openKeyRing } from "../../edge/crypto/key-ring.ts";
import { operatorContext } from "../../edge/operations/commit/context.ts";
import { openVault } from "../../edge/operations/tenants/vault-keys.ts";
import type { Database } from "../../edge/store/batch.ts";
import { DamagedFileError, hasContent, layout, readJsonAs, writePrivateJson } from "./files.ts";

/** A backup leaves the secrets out, so that it is of no use to a thief. */
const REMEDY =
  "Put your own copy of it back: backups do not hold it. Without it the personal data in selfsame.db cannot be read; to begin again, set SELFSAME_DATA to another folder";

const NO_KEYS = JSON.stringify({ keys: [] });

const schema = z.object({
  /** Newest first, with commas between them, as the Worker's setting. */
  DATA_KEYS: z.string(),
  TOKEN_SIGNING_JWK: z.string(),
  TOKEN_VERIFY_JWKS: z.string().default(NO_KEYS),
  RECEIPT_SIGNING_JWK: z.string(),
  RECEIPT_VERIFY_JWKS: z.string().default(NO_KEYS),
  INFERENCE_TOKEN: z.string(),
  DATABASE_AUTH_TOKEN: z.string(),
});

/** The settings whose values the stack makes. */
export const SECRETS = Object.keys(schema.shape);

export type StackSecrets = z.infer<typeof schema>;

/**
 * The stack's own secrets by setting, made at the first start and kept in a file of the user's only. Throws
 * `DamagedFileError` if the file is missing beside a database: it has the keys of that database.
 */
export async function loadSecrets(path: string): Promise<StackSecrets> {
  const kept = await readJsonAs(path, schema, REMEDY);
  if (kept !== undefined) return kept;
  const { database } = layout(dirname(path));
  if (hasContent(database)) {
    throw new DamagedFileError(path, `is missing, but ${basename(database)} needs it`, REMEDY);
  }
  const secrets = await newSecrets();
  await saveSecrets(path, secrets);
  return secrets;
}

export const saveSecrets = (path: string, secrets: StackSecrets): Promise<void> =>
  writePrivateJson(path, schema.parse(secrets));

/** The master keys of a stack. */
export const ringOf = ({ DATA_KEYS }: Pick<StackSecrets, "DATA_KEYS">): Promise<KeyRing> =>
  openKeyRing(DATA_KEYS.split(",").map((key) => Buffer.from(key, "base64")));

/** The vault and the service's key of a stack's database. Throws `MasterKeyMissingError`. */
export const openKeys = async (db: Database, secrets: Pick<StackSecrets, "DATA_KEYS">) =>
  openVault(operatorContext({ db }, Date.now()), { ring: await ringOf(secrets) });

/** The setting's text of these master keys, newest first. */
export const dataKeysText = (keys: readonly Uint8Array[]): string =>
  keys.map((key) => Buffer.from(key).toString("base64")).join(",");

/** Secrets of a deployment that begins, by setting. */
export async function newSecrets(): Promise<StackSecrets> {
  return schema.parse({
    DATA_KEYS: dataKeysText([randomBytes(32)]),
    TOKEN_SIGNING_JWK: newSigningKey(),
    RECEIPT_SIGNING_JWK: newSigningKey(),
    INFERENCE_TOKEN: randomBytes(32).toString("base64url"),
    DATABASE_AUTH_TOKEN: randomBytes(32).toString("base64url"),
  });
}

function newSigningKey(): string {
  const jwk = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  return JSON.stringify({ ...jwk, alg: "EdDSA", use: "sig", kid: randomBytes(8).toString("hex") });
}
