import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/**
 * A forger's material: a genuine token, and the public key. The signing key is for tokens that we never
 * issue.
 */
export interface Loot {
  readonly token: string;
  readonly signingKey: KeyObject;
}

/** Forged and mutated tokens by their change. */
export type Forgeries = Readonly<Record<string, readonly string[]>>;

const PREFIX = "svc_tok_test_";
const OURS = { alg: "EdDSA", typ: "svc-tok+jwt" };
const JUNK: readonly unknown[] = [null, 0, -1, true, "", " ", [], {}, "\u0000", 1e300, "../../etc/passwd"];

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Claims;
type Claims = Record<string, unknown>;

function signed(header: object, payload: unknown, key: KeyObject): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${PREFIX}${input}.${sign(null, Buffer.from(input), key).toString("base64url")}`;
}

/** Tokens that can be made from a seen one without the signing key. */
export function forgeries({ token, signingKey }: Loot): Forgeries {
  const jws = token.slice(PREFIX.length);
  const [head, body, signature] = jws.split(".") as [string, string, string];
  const [header, payload] = [decode(head), decode(body)];
  return {
    "the algorithm none": unsigned(header, payload, signature),
    "an HMAC keyed with the public key": confused(header, payload, createPublicKey(signingKey)),
    "another key": otherKeys(header, payload),
    "other claims under the old signature": JUNK.flatMap((value) =>
      Object.keys(payload).map(
        (claim) => `${PREFIX}${head}.${encode({ ...payload, [claim]: value })}.${signature}`,
      ),
    ),
    "another prefix": prefixes(token, jws),
    "its parts mixed": mixed(head, body, signature),
    "each bit flipped": bitFlips(token),
    "each length cut off": Array.from({ length: token.length - 8 }, (_, i) =>
      token.slice(0, token.length - 1 - i),
    ),
    "another spelling of the signature": respelled(`${PREFIX}${head}.${body}.`, signature),
    "a malleable signature": malleable(`${PREFIX}${head}.${body}.`, signature),
    "too much of it": [10, 1_000, 3_000, 100_000, 1_000_000].flatMap((n) => [
      token + "A".repeat(n),
      `${PREFIX}${"A".repeat(n)}.${body}.${signature}`,
      `${PREFIX}${head}.${".".repeat(n)}${signature}`,
    ]),
  };
}

/**
 * Tokens that need the signing key, and that the service never issues: of another type, or of no tenant.
 */
export function signedForgeries({ token, signingKey }: Loot): Forgeries {
  const [head, body] = token.slice(PREFIX.length).split(".") as [string, string];
  const [header, payload] = [decode(head), decode(body)];
  const claims = Object.keys(payload);
  const without = (claim: string) =>
    Object.fromEntries(Object.entries(payload).filter(([name]) => name !== claim));
  const headed = (more: object) => signed({ ...header, ...more }, payload, signingKey);
  return {
    "another type": [undefined, "JWT", "at+jwt", "svc-tok", "", null, 1].map((typ) => headed({ typ })),
    "another algorithm's name": [
      "none",
      "HS256",
      "ES256",
      "RS256",
      "eddsa",
      "EdDSA ",
      "Ed448",
      "",
      null,
      ["EdDSA"],
    ].map((alg) => headed({ alg })),
    "another key's name": [
      undefined,
      "",
      "k2",
      "K1",
      "k1 ",
      "__proto__",
      "constructor",
      1,
      null,
      {},
      ["k1"],
    ].map((kid) => headed({ kid })),
    "a critical extension": [["exp"], ["b64"], ["x"], [], "exp", [1]].flatMap((crit) => [
      headed({ crit }),
      headed({ crit, b64: false, exp: 1, x: 1 }),
    ]),
    "a claim missing": claims.map((claim) => signed(header, without(claim), signingKey)),
    "a claim of another kind": claims.flatMap((claim) =>
      JUNK.filter((value) => typeof value !== typeof payload[claim]).map((value) =>
        signed(header, { ...payload, [claim]: value }, signingKey),
      ),
    ),
    "another issuer, audience, mode or scope": [
      { iss: "https://example.com" },
      { aud: "other" },
      { aud: ["other", "another"] },
      { mode: "live" },
      { scope: "admin" },
      { scope: "verification admin" },
      { nbf: 4e9, exp: 5e9 },
      { tid: "tn_00000000000000000000000000" },
      { sub: "vf_00000000000000000000000000" },
      { jti: "jti_00000000000000000000000000" },
    ].map((more) => signed(header, { ...payload, ...more }, signingKey)),
    "no claims at all": [null, [], "text", 1].map((value) => signed(header, value, signingKey)),
  };
}

function unsigned(header: Claims, payload: Claims, signature: string): string[] {
  return ["none", "None", "NONE", "nOnE", "", null, undefined].flatMap((alg) =>
    ["", signature, "A", "AA"].flatMap((end) =>
      [{ ...header, alg }, { alg }, { alg, typ: header.typ }].map(
        (head) => `${PREFIX}${encode(head)}.${encode(payload)}.${end}`,
      ),
    ),
  );
}

function confused(header: Claims, payload: Claims, key: KeyObject): string[] {
  const jwk = key.export({ format: "jwk" });
  const secrets = [
    Buffer.from(String(jwk.x), "base64url"),
    String(jwk.x),
    JSON.stringify(jwk),
    key.export({ format: "pem", type: "spki" }),
    key.export({ format: "der", type: "spki" }),
    "",
  ];
  return [256, 384, 512].flatMap((bits) =>
    secrets.flatMap((secret) =>
      [`HS${bits}`, "EdDSA"].map((alg) => {
        const input = `${encode({ ...header, alg })}.${encode(payload)}`;
        return `${PREFIX}${input}.${createHmac(`sha${bits}`, secret).update(input).digest("base64url")}`;
      }),
    ),
  );
}

function otherKeys(header: Claims, payload: Claims): string[] {
  return Array.from({ length: 10 }, () => generateKeyPairSync("ed25519")).flatMap(
    ({ privateKey, publicKey }) => {
      const jwk = publicKey.export({ format: "jwk" });
      const url = "https://127.0.0.1:9/keys";
      const heads: readonly object[] = [
        header,
        { ...header, jwk },
        { ...header, jku: url },
        { ...header, x5u: url },
        { ...header, x5c: [publicKey.export({ format: "der", type: "spki" }).toString("base64")] },
        { ...header, x5t: "AAAA", "x5t#S256": "AAAA" },
        { ...OURS, jwk },
        { ...OURS, kid: "evil", jku: url },
        { ...OURS, kid: "../../../../dev/null" },
        { ...OURS, kid: "k1' or '1'='1" },
      ];
      return heads.map((head) => signed(head, payload, privateKey));
    },
  );
}

function prefixes(token: string, jws: string): string[] {
  const others = [
    "svc_tok_live_",
    "svc_sk_test_",
    "svc_sk_live_",
    "svc_tok_TEST_",
    "SVC_TOK_TEST_",
    "svc_tok_",
    "svc_tok__",
  ];
  return [jws, `${PREFIX}${token}`, `${token}${jws}`, `x${token}`, ...others.map((prefix) => prefix + jws)];
}

function mixed(head: string, body: string, signature: string): string[] {
  const parts = [head, body, signature, ""];
  const twos = parts.flatMap((a) => parts.map((b) => [a, b]));
  const threes = twos.flatMap((two) => parts.map((c) => [...two, c]));
  const fours = threes.flatMap((three) => parts.map((d) => [...three, d]));
  const genuine = [head, body, signature].join(".");
  return [...twos, ...threes, ...fours, [head, body, signature, head, body]]
    .map((pieces) => pieces.join("."))
    .filter((jws) => jws !== genuine && jws !== "")
    .map((jws) => PREFIX + jws);
}

function bitFlips(token: string): string[] {
  return Array.from(token).flatMap((character, at) =>
    Array.from({ length: 7 }, (_, bit) => {
      const flipped = String.fromCharCode(character.charCodeAt(0) ^ (1 << bit));
      return token.slice(0, at) + flipped + token.slice(at + 1);
    }),
  );
}

/** Texts that a lenient decoder of base64url takes for the same 64 bytes. */
function respelled(before: string, signature: string): string[] {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=";
  const last = Array.from(alphabet, (character) => signature.slice(0, -1) + character);
  const standard = signature.replaceAll("-", "+").replaceAll("_", "/");
  return [
    ...last,
    standard,
    `${signature}=`,
    `${signature}==`,
    `${standard}==`,
    `${signature}A`,
    `${signature}AA`,
  ]
    .filter((text) => text !== signature)
    .map((text) => before + text);
}

/** RFC 8032 §8.4: S and S + L both verify if the range of S is not checked; and points of small order. */
function malleable(before: string, signature: string): string[] {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const bytes = Buffer.from(signature, "base64url");
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`);
  const raised = Array.from({ length: 14 }, (_, i) => {
    const hex = (s + BigInt(i + 1) * order).toString(16).padStart(64, "0");
    return Buffer.concat([bytes.subarray(0, 32), Buffer.from(hex, "hex").reverse()]);
  });
  const identity = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]);
  return [...raised, Buffer.alloc(64), Buffer.alloc(64, 0xff), identity].map(
    (forged) => before + forged.toString("base64url"),
  );
}
