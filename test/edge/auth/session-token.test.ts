import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { openTokenIssuer } from "#edge/auth/session-token.ts";
import { readEnv } from "#edge/env.ts";
import { testBindings } from "#test/harness/edge/bindings.ts";

const NOW = Date.now();
const TOKEN = { scope: { tenantId: "tn_1", mode: "test" }, jti: "jti_1", verificationId: "vf_1" } as const;

const env = readEnv(await testBindings("http://127.0.0.1:8080"));
const issuer = await openTokenIssuer(env);

const codeOf = (token: string, at = NOW) =>
  issuer.verify(token, at).then(
    () => "ok",
    (error) => error.code,
  );

/** Forged and altered tokens are rejected through HTTP, in `test/edge/adversary/credentials.test.ts`. */
describe("a session token", () => {
  it("says whose it is, and nothing about the person", async () => {
    const text = await issuer.issue(TOKEN, NOW, 60);
    expect(await issuer.verify(text, NOW)).toEqual(TOKEN);
    const [, jwt] = /^svc_tok_test_(.*)$/.exec(text)!;
    const claims = ["iss", "aud", "sub", "jti", "iat", "nbf", "exp", "tid", "mode", "scope"];
    expect(Object.keys(decodeJwt(jwt!)).sort()).toEqual(claims.sort());
  });

  it("expires, with 30 s for clocks that differ", async () => {
    const text = await issuer.issue(TOKEN, NOW, 60);
    expect(await codeOf(text, NOW + 89_000)).toBe("ok");
    expect(await codeOf(text, NOW + 91_000)).toBe("token_expired");
    expect(await codeOf(text, NOW - 60_000)).toBe("token_invalid");
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
