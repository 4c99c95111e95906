import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { openTokenIssuer, type TokenIssuer } from "#edge/auth/session-token.ts";
import { type Env, readEnv } from "#edge/env.ts";
import { testBindings } from "../../harness/edge/bindings.ts";

const NOW = Date.now();
const TOKEN = { scope: { tenantId: "tn_1", mode: "test" }, jti: "jti_1", verificationId: "vf_1" } as const;

let env: Env;
let issuer: TokenIssuer;

beforeAll(async () => {
  env = readEnv(await testBindings("http://127.0.0.1:8080"));
  issuer = await openTokenIssuer(env);
});

const claims = () => ({
  iss: env.PUBLIC_URL,
  aud: "selfsame",
  sub: "vf_1",
  jti: "jti_1",
  iat: Math.floor(NOW / 1000),
  nbf: Math.floor(NOW / 1000),
  exp: Math.floor(NOW / 1000) + 600,
  tid: "tn_1",
  mode: "test",
  scope: "verification",
});
const header = () => ({ alg: "EdDSA", kid: "k1", typ: "svc-tok+jwt" });
const forge = async (
  payload: object,
  protectedHeader: object = header(),
  jwk: object = env.TOKEN_SIGNING_JWK,
) =>
  `svc_tok_test_${await new SignJWT({ ...payload })
    .setProtectedHeader(protectedHeader as { alg: string })
    .sign(await importJWK(jwk, "EdDSA"))}`;
const codeOf = (token: string, at = NOW) =>
  issuer.verify(token, at).then(
    () => "ok",
    (error) => error.code,
  );

describe("a session token", () => {
  it("says whose it is, and nothing about the customer", async () => {
    const text = await issuer.issue(TOKEN, NOW, 60);
    expect(text).toMatch(/^svc_tok_test_[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await issuer.verify(text, NOW)).toEqual(TOKEN);
    const payload = JSON.parse(atob(text.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/")));
    expect(Object.keys(payload).sort()).toEqual(Object.keys(claims()).sort());
  });

  it("expires, with 30 s for clocks that differ", async () => {
    const text = await issuer.issue(TOKEN, NOW, 60);
    expect(await codeOf(text, NOW + 89_000)).toBe("ok");
    expect(await codeOf(text, NOW + 91_000)).toBe("token_expired");
    expect(await codeOf(text, NOW - 60_000)).toBe("token_invalid");
  });

  it("is invalid when its prefix names another mode than its claim", async () => {
    const text = await issuer.issue(TOKEN, NOW, 60);
    expect(await codeOf(text.replace("svc_tok_test_", "svc_tok_live_"))).toBe("token_invalid");
  });

  it("is accepted in the forged form that the next tests vary", async () => {
    expect(await codeOf(await forge(claims()))).toBe("ok");
  });

  it.each(["iss", "aud", "sub", "jti", "iat", "nbf", "exp", "tid", "mode", "scope"])(
    "is invalid without %s",
    async (claim) => {
      const { [claim as "iss"]: _, ...rest } = claims();
      expect(await codeOf(await forge(rest))).toBe("token_invalid");
    },
  );

  it.each([{ iss: "https://else.example" }, { aud: "else" }, { mode: "both" }, { scope: "admin" }])(
    "is invalid with %j",
    async (change) => {
      expect(await codeOf(await forge({ ...claims(), ...change }))).toBe("token_invalid");
    },
  );

  it("is invalid with another type, key id, key, algorithm or signature", async () => {
    const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
    const stranger = { ...(await exportJWK(privateKey)), kid: "k1" };
    const unsigned = `svc_tok_test_${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims()))}.`;
    const good = await forge(claims());
    for (const text of [
      await forge(claims(), { ...header(), typ: "JWT" }),
      await forge(claims(), { ...header(), kid: "k2" }),
      await forge(claims(), header(), stranger),
      unsigned.replaceAll("=", ""),
      `${good.slice(0, -8)}AAAAAAAA`,
      "svc_tok_test_",
      "svc_tok_test_a.b.c",
    ]) {
      expect(await codeOf(text)).toBe("token_invalid");
    }
  });

  it("is still accepted from a key that is being rotated out", async () => {
    const next = readEnv({
      ...(await testBindings("http://127.0.0.1:8080")),
      TOKEN_VERIFY_JWKS: JSON.stringify({ keys: [{ ...env.TOKEN_SIGNING_JWK, d: undefined }] }),
    });
    const rotated = await openTokenIssuer({
      ...next,
      TOKEN_SIGNING_JWK: { ...next.TOKEN_SIGNING_JWK, kid: "k2" },
    });
    expect(await rotated.verify(await issuer.issue(TOKEN, NOW, 60), NOW)).toEqual(TOKEN);
    expect(await codeOf(await rotated.issue(TOKEN, NOW, 60))).toBe("token_invalid");
  });
});
