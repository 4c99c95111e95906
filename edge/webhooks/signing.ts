import type { Scope } from "../core/scope.ts";
import { hmacHex, sameText } from "../crypto/hashing.ts";
import { newSecretText } from "../crypto/secret-text.ts";
import type { Vault } from "../crypto/vault.ts";

/** The encryption context of a secret: row, purpose and version. It opens in no other place. */
const secretContext = (endpointId: string) => `${endpointId}:webhook_secret:1`;

/** A new signing secret. */
export const newSecret = () => newSecretText("whsec_");

export function encryptSecret(
  vault: Vault,
  scope: Pick<Scope, "tenantId">,
  endpointId: string,
  secret: string,
): Promise<Uint8Array> {
  return vault.encrypt(scope, secretContext(endpointId), new TextEncoder().encode(secret));
}

export async function openSecret(
  vault: Vault,
  scope: Pick<Scope, "tenantId">,
  endpointId: string,
  encrypted: Uint8Array,
): Promise<string> {
  return new TextDecoder().decode(await vault.open(scope, secretContext(endpointId), encrypted));
}

/**
 * HMAC-SHA256 in lower-case hex over `<timestamp>.<body>`; the key is the whole `whsec_…` string in UTF-8.
 */
export function sign(secret: string, timestamp: number, body: string): Promise<string> {
  return hmacHex(new TextEncoder().encode(secret), `${timestamp}.${body}`);
}

/**
 * The value of `Service-Webhook-Signature`: `t=<timestamp>,v1=<hex>`, with one more `v1=` for each further
 * secret while a rotation overlaps. `timestamp` is Unix time in seconds.
 */
export async function signatureHeader(
  secrets: readonly string[],
  timestamp: number,
  body: string,
): Promise<string> {
  const macs = await Promise.all(secrets.map((secret) => sign(secret, timestamp, body)));
  return [`t=${timestamp}`, ...macs.map((mac) => `v1=${mac}`)].join(",");
}

/** The headers of a delivery (contract §11.2): `at` is this attempt's time, `n` its number from 1. */
export async function deliveryHeaders(
  event: { readonly id: string; readonly body: string },
  { secrets, at, n }: { readonly secrets: readonly string[]; readonly at: number; readonly n: number },
): Promise<Record<string, string>> {
  const timestamp = Math.floor(at / 1_000);
  return {
    "Content-Type": "application/json",
    "User-Agent": "Selfsame-Webhooks/1",
    "Service-Webhook-Id": event.id,
    "Service-Webhook-Timestamp": `${timestamp}`,
    "Service-Webhook-Signature": await signatureHeader(secrets, timestamp, event.body),
    "Service-Webhook-Attempt": `${n}`,
  };
}

/** Maximum difference between a delivery's timestamp and the present (contract §11.4). */
export const TOLERANCE_S = 300;

/** The verdict on a signature. `isFresh`: the timestamp is within `TOLERANCE_S` of now. */
export type SignatureVerdict =
  | { readonly ok: true; readonly ageSeconds: number; readonly isFresh: boolean }
  | { readonly ok: false; readonly reason: "header_malformed" | "signature_mismatch" };

/** `t=<timestamp>`, then a `v1=` element for each signing secret. */
const HEADER = /^t=(\d{1,12})((?:,v1=[0-9a-f]{64})+)$/;

/**
 * Checks whether one of the secrets made this `Service-Webhook-Signature` over this raw body, for a developer
 * whose own check fails. `now` in milliseconds since the epoch.
 */
export async function checkSignature(
  secrets: readonly string[],
  header: string,
  body: string,
  now: number,
): Promise<SignatureVerdict> {
  const [, time, elements] = HEADER.exec(header.trim()) ?? [];
  if (time === undefined || elements === undefined) return { ok: false, reason: "header_malformed" };
  const timestamp = Number(time);
  const given = elements.split(",v1=").slice(1);
  const expected = await Promise.all(secrets.map((secret) => sign(secret, timestamp, body)));
  const matches = expected.flatMap((mac) => given.map((hex) => sameText(mac, hex)));
  if (!matches.includes(true)) return { ok: false, reason: "signature_mismatch" };
  const ageSeconds = Math.floor(now / 1_000) - timestamp;
  return { ok: true, ageSeconds, isFresh: Math.abs(ageSeconds) <= TOLERANCE_S };
}
