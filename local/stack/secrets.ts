import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { readJson, writePrivateJson } from "./files.ts";

const schema = z.object({
  DATA_KEY: z.string(),
  TOKEN_SIGNING_JWK: z.string(),
  INFERENCE_TOKEN: z.string(),
  DATABASE_AUTH_TOKEN: z.string(),
});

export type StackSecrets = z.infer<typeof schema>;

/** The stack's own secrets by setting, made at the first start and kept in a file of the user's only. */
export async function loadSecrets(path: string): Promise<StackSecrets> {
  const kept = await readJson(path);
  if (kept !== undefined) return schema.parse(kept);
  const secrets = {
    DATA_KEY: randomBytes(32).toString("base64"),
    TOKEN_SIGNING_JWK: await newSigningKey(),
    INFERENCE_TOKEN: randomBytes(32).toString("base64url"),
    DATABASE_AUTH_TOKEN: randomBytes(32).toString("base64url"),
  };
  await writePrivateJson(path, secrets);
  return secrets;
}

async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return JSON.stringify({ ...jwk, alg: "EdDSA", use: "sig", kid: randomBytes(8).toString("hex") });
}
