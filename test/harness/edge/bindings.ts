import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";

/** Settings of a public deployment, which must decide on sign-up and on trusted headers. */
export const PUBLIC_SETTINGS = {
  PUBLIC_URL: "https://id.example.com",
  SIGN_UP: "open",
  CLIENT_ADDRESS_HEADER: "none",
  MAIL_URL: "https://mail.example.com/send",
  MAIL_TOKEN: "token",
  MAIL_FROM: "selfsame@example.com",
};

/** Variables as an operator would give them; the inference address has no listener. */
export async function testVariables(databaseUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    INFERENCE_URL: "http://127.0.0.1:9",
    INFERENCE_TOKEN: randomBytes(16).toString("hex"),
    TOKEN_SIGNING_JWK: await newJwk("k1"),
    RECEIPT_SIGNING_JWK: await newJwk("r1"),
    DATA_KEYS: randomBytes(32).toString("base64"),
    PUBLIC_URL: "http://127.0.0.1:8787",
    // A busy machine must not look like an unreachable database.
    DATABASE_READ_TIMEOUT: "60",
    DATABASE_BATCH_TIMEOUT: "60",
  };
}

/** The variables, and this process's network for webhooks. */
export async function testBindings(databaseUrl: string) {
  const egress = { fetch: (url: string, init: RequestInit) => fetch(url, init) };
  return { ...(await testVariables(databaseUrl)), WEBHOOK_EGRESS: egress };
}

async function newJwk(kid: string): Promise<string> {
  const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  return JSON.stringify({ ...(await exportJWK(privateKey)), kid });
}
