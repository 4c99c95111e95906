import { sameText } from "../../crypto/hashing.ts";
import { sign } from "./signature.ts";

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
