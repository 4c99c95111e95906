import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { type KeyRing, openKeyRing } from "../../edge/crypto/key-ring.ts";
import { createVault } from "../../edge/crypto/vault.ts";
import { operatorContext } from "../../edge/operations/commit/context.ts";
import { registerDataKeys } from "../../edge/operations/data-keys/register.ts";
import type { Database } from "../../edge/store/batch.ts";
import { readJson, writePrivateJson } from "./files.ts";

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

export type StackSecrets = z.infer<typeof schema>;

/** A file of an earlier release, which lacks what came later. */
const earlierSchema = schema
  .partial({ DATA_KEYS: true, RECEIPT_SIGNING_JWK: true })
  .extend({ DATA_KEY: z.string().optional() });

/** The stack's own secrets by setting, made at the first start and kept in a file of the user's only. */
export async function loadSecrets(path: string): Promise<StackSecrets> {
  const kept = await readJson(path);
  const current = schema.safeParse(kept);
  if (current.success) return current.data;
  const secrets = kept === undefined ? await newSecrets() : await completed(earlierSchema.parse(kept));
  await saveSecrets(path, secrets);
  return secrets;
}

export const saveSecrets = (path: string, secrets: StackSecrets): Promise<void> =>
  writePrivateJson(path, schema.parse(secrets));

/** The data keys of a stack. */
export const ringOf = ({ DATA_KEYS }: Pick<StackSecrets, "DATA_KEYS">): Promise<KeyRing> =>
  openKeyRing(DATA_KEYS.split(",").map((key) => Buffer.from(key, "base64")));

/** The setting's text of these data keys, newest first. */
export const dataKeysText = (keys: readonly Uint8Array[]): string =>
  keys.map((key) => Buffer.from(key).toString("base64")).join(",");

/** Secrets of a deployment that begins, by setting. */
export async function newSecrets(): Promise<StackSecrets> {
  return schema.parse({
    DATA_KEYS: dataKeysText([randomBytes(32)]),
    TOKEN_SIGNING_JWK: await newSigningKey(),
    RECEIPT_SIGNING_JWK: await newSigningKey(),
    INFERENCE_TOKEN: randomBytes(32).toString("base64url"),
    DATABASE_AUTH_TOKEN: randomBytes(32).toString("base64url"),
  });
}

/** Earlier releases signed receipts by the tokens' key, whose public half stays published for them. */
async function completed(kept: z.infer<typeof earlierSchema>): Promise<StackSecrets> {
  const { DATA_KEY, ...secrets } = kept;
  const DATA_KEYS = [secrets.DATA_KEYS, DATA_KEY].filter((keys) => keys !== undefined).join(",");
  if (secrets.RECEIPT_SIGNING_JWK !== undefined) return schema.parse({ ...secrets, DATA_KEYS });
  const { d: _, ...publicJwk } = JSON.parse(secrets.TOKEN_SIGNING_JWK) as Record<string, unknown>;
  return {
    ...secrets,
    DATA_KEYS,
    RECEIPT_SIGNING_JWK: await newSigningKey(),
    RECEIPT_VERIFY_JWKS: JSON.stringify({ keys: [publicJwk] }),
  };
}

async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, alg: "EdDSA", use: "sig", kid: randomBytes(8).toString("hex") });
}

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
    `this database was sealed by ${missing.join(", ")}, which DATA_KEYS lacks (of a local stack: in secrets.json); put that key back`,
  );
}
