import { createPrivateKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSecretText } from "#edge/crypto/secret-text.ts";
import { openDatabase } from "#edge/store/database.ts";
import { startCountingProxy } from "../../harness/edge/counting-proxy.ts";
import { openTestEdge, type TestTenant } from "../../harness/edge/test-edge.ts";
import { type Forgeries, forgeries, type Loot, signedForgeries } from "./forged-tokens.ts";

let edge: Awaited<ReturnType<typeof openTestEdge>>;
let proxy: Awaited<ReturnType<typeof startCountingProxy>>;
let tenant: TestTenant;
let loot: Loot;
let path: string;

beforeAll(async () => {
  edge = await openTestEdge();
  proxy = await startCountingProxy(edge.url);
  Object.assign(edge.services, { db: openDatabase(proxy.url) });
  tenant = await edge.newTenant();
  const created = await edge.call("POST", "/v1/sessions", tenant.keys.test, {
    customer_ref: "c",
    ttl_seconds: 600,
  });
  path = `/v1/verifications/${created.body.verification_id}`;
  const jwk = JSON.parse(edge.bindings.TOKEN_SIGNING_JWK!);
  loot = { token: created.body.token, signingKey: createPrivateKey({ key: jwk, format: "jwk" }) };
});
afterAll(async () => {
  await edge.close();
  await proxy.close();
});

const call = async (credential: string) => {
  const { status, body } = await edge.call("GET", path, credential);
  return `${status} ${body.error?.code}`;
};

/** Whether it is a valid header value: no client can send the others. */
const sendable = (text: string) => /^[\t\x20-\x7e]*$/.test(text);
/** A text that is no token by its prefix or its characters is treated as an invalid key. */
const asToken = (text: string) => /^svc_tok_[\x21-\x7e]*$/.test(text) && text.length <= 2048;

async function answersTo(families: Forgeries): Promise<{ sent: number; wrong: string[] }> {
  let sent = 0;
  const wrong: string[] = [];
  for (const [family, texts] of Object.entries(families)) {
    for (const text of texts.filter(sendable)) {
      sent++;
      const answer = await call(text);
      const right = asToken(text) ? "401 token_invalid" : "401 invalid_api_key";
      if (answer !== right) wrong.push(`${family}: ${answer} to ${text.slice(0, 600)}`);
    }
  }
  return { sent, wrong };
}

describe("a session token", () => {
  it("that was forged or altered is invalid, whichever way, and costs no database read", async () => {
    expect(await call(loot.token)).toBe("200 undefined");
    await edge.settled();
    proxy.taken();
    const { sent, wrong } = await answersTo(forgeries(loot));
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(2_000);
    expect(proxy.taken()).toBe(0);
  });

  it("of another type, of an unknown tenant, or without a claim is invalid though the key has signed it", async () => {
    const { sent, wrong } = await answersTo(signedForgeries(loot));
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(100);
  });

  it("is token_expired when its time is over, and only the genuine one is", async () => {
    edge.advance(631_000);
    expect(await call(loot.token)).toBe("401 token_expired");
    const { wrong } = await answersTo(forgeries(loot));
    expect(wrong).toEqual([]);
  });
});

describe("a secret key", () => {
  it("with a wrong checksum, alphabet, length or prefix is rejected before any database read", async () => {
    const key = tenant.keys.test;
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_=";
    const characters = Array.from(key).flatMap((old, at) =>
      Array.from(alphabet).flatMap((other) =>
        other === old ? [] : [key.slice(0, at) + other + key.slice(at + 1)],
      ),
    );
    const forged = [
      ...characters.filter((text) => !text.startsWith("svc_tok_")),
      ...Array.from(key, (_, at) => key.slice(0, at)).filter((text) => text !== ""),
      ...[key + key, `${key}0`, `0${key}`, key.toLowerCase(), key.toUpperCase(), key.replace("test", "live")],
      ...["svc_sk_test_", "svc_sk_", "x", "0".repeat(2_048), "0".repeat(100_000), "svc_sk_test_' or 1=1--"],
    ];
    proxy.taken();
    const answers = new Set<string>();
    for (const text of forged) answers.add(await call(text));
    expect([...answers]).toEqual(["401 invalid_api_key"]);
    expect(forged.length).toBeGreaterThan(2_000);
    expect(proxy.taken()).toBe(0);
    expect(await call(key)).toBe("200 undefined");
  });

  it("that is well formed and unknown costs one read", async () => {
    await edge.settled();
    proxy.taken();
    for (let i = 0; i < 20; i++)
      expect(await call(newSecretText("svc_sk_test_"))).toBe("401 invalid_api_key");
    expect(proxy.taken()).toBe(20);
  });
});
