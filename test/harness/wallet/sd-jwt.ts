import { createHash, type KeyObject, randomBytes, sign } from "node:crypto";
import type { CredentialIssuer } from "./issuer.ts";

export interface SdJwtOptions {
  readonly issuer: CredentialIssuer;
  readonly vct: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly deviceKey: KeyObject;
  readonly signedAt?: number;
  readonly validUntil?: number;
  /** The issuer's `status`. */
  readonly status?: object;
  /** The issuer's `alg`. Default: ES256. */
  readonly algorithm?: string;
  /** Changes the disclosures after they were signed. */
  readonly changeDisclosure?: (disclosure: unknown[]) => void;
  /** Changes the finished presentation. */
  readonly changePresentation?: (presentation: string) => string;
  readonly changeBinding?: (binding: Record<string, unknown>) => void;
  readonly changeDeviceSignature?: (signature: Uint8Array) => Uint8Array;
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");

/** A compact JWS by ES256. */
export function jws(
  header: object,
  payload: object,
  key: KeyObject,
  change: (signature: Uint8Array) => Uint8Array = (made) => made,
) {
  const content = `${base64url(header)}.${base64url(payload)}`;
  const made = new Uint8Array(sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" }));
  return `${content}.${Buffer.from(change(made)).toString("base64url")}`;
}

export const seconds = (at: number) => Math.floor(at / 1000);
const YEAR_MS = 365 * 86_400_000;

/** An SD-JWT VC with key binding that discloses the requested claims, as a wallet makes it. */
export function sdJwt(
  options: SdJwtOptions,
  { nonce, audience }: { readonly nonce: string; readonly audience: string },
  requested: readonly string[],
): string {
  const { issuer, vct, claims, deviceKey } = options;
  const all = Object.entries(claims).map(([name, value]) => [
    randomBytes(16).toString("base64url"),
    name,
    value,
  ]);
  const { kty, crv, x, y } = deviceKey.export({ format: "jwk" }) as Record<string, string>;
  const payload = {
    vct,
    iss: "https://issuer.example",
    iat: seconds(options.signedAt ?? Date.now() - 86_400_000),
    exp: seconds(options.validUntil ?? Date.now() + YEAR_MS),
    cnf: { jwk: { kty, crv, x, y } },
    ...(options.status && { status: options.status }),
    _sd_alg: "sha-256",
    _sd: all.map((each) => hashOf(base64url(each))),
  };
  const header = {
    alg: options.algorithm ?? "ES256",
    typ: "dc+sd-jwt",
    x5c: [Buffer.from(issuer.signer.certificate).toString("base64")],
  };
  const disclosed = all.filter(([, name]) => requested.includes(name as string));
  for (const each of disclosed) options.changeDisclosure?.(each);
  const credential = jws(header, payload, issuer.signer.privateKey);
  const shown = [credential, ...disclosed.map(base64url), ""].join("~");
  const binding: Record<string, unknown> = {
    iat: seconds(Date.now()),
    aud: audience,
    nonce,
    sd_hash: hashOf(shown),
  };
  options.changeBinding?.(binding);
  const kb = jws({ alg: "ES256", typ: "kb+jwt" }, binding, deviceKey, options.changeDeviceSignature);
  const presentation = shown + kb;
  return options.changePresentation?.(presentation) ?? presentation;
}
