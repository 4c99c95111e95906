import { SelfsameError } from "../../../core/error.ts";
import type { WebhookEvent } from "../../../gen/schemas.ts";
import { type HeadersLike, runtime } from "../../../platform/runtime.ts";
import { isEqual, parseSignature, sign } from "./signature.ts";

/** A request's headers: a `Headers`, or an object of names, in any case, and values. */
export type DeliveryHeaders = HeadersLike | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ConstructOptions {
  /** How far a delivery's time may be from now, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970. Default: now. */
  readonly now?: number | undefined;
}

const SIGNATURE = "service-webhook-signature";

/**
 * The event of a delivery, if this endpoint's secret signed it recently. Deliveries come at least once: use
 * the event's `id` to deduplicate them.
 *
 * @param rawBody The bytes as received. JSON that was parsed and serialised again does not match the
 * signature.
 * @param secrets The endpoint's `whsec_…` secret; during a rotation, the old one and the new one.
 * @throws SelfsameError `webhook_signature_missing`, `webhook_signature_mismatch` or
 * `webhook_timestamp_refused`.
 */
export async function constructEvent(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: DeliveryHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: ConstructOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  const trusted = secretsOf(secrets);
  const { timestamp, signatures } = signatureOf(headers);
  if (!(await isSigned(trusted, timestamp, body, signatures))) {
    throw new SelfsameError("webhook_signature_mismatch", "None of the secrets signed this body.");
  }
  // Written so that a tolerance which is no number rejects.
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new SelfsameError(
      "webhook_timestamp_refused",
      `It was signed more than ${toleranceSeconds} s off.`,
    );
  }
  const text = new runtime.TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  return JSON.parse(text) as WebhookEvent;
}

function bytesOf(rawBody: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof rawBody === "string") return new runtime.TextEncoder().encode(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  throw new TypeError("rawBody must be the request's bytes or text, before any parser");
}

/** With an empty secret, as of an unset variable, any sender could sign. */
function secretsOf(secrets: string | readonly string[]): readonly string[] {
  const all = [secrets].flat();
  if (all.length === 0 || !all.every((secret) => typeof secret === "string" && /^whsec_./.test(secret))) {
    throw new TypeError("the secret must be the endpoint's whsec_… string, or several of them");
  }
  return all;
}

function signatureOf(headers: DeliveryHeaders) {
  const value = isHeaders(headers) ? headers.get(SIGNATURE) : headerIn(headers);
  const parsed = typeof value === "string" ? parseSignature(value) : undefined;
  if (parsed === undefined) {
    throw new SelfsameError(
      "webhook_signature_missing",
      "Service-Webhook-Signature is missing or malformed.",
    );
  }
  return parsed;
}

const isHeaders = (headers: DeliveryHeaders): headers is HeadersLike => typeof headers.get === "function";

const headerIn = (headers: Exclude<DeliveryHeaders, HeadersLike>) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === SIGNATURE)?.[1];

async function isSigned(
  secrets: readonly string[],
  timestamp: string,
  body: Uint8Array,
  signatures: readonly string[],
): Promise<boolean> {
  const expected = await Promise.all(secrets.map((secret) => sign(secret, timestamp, body)));
  // Every pair is compared, whatever came of those before.
  const equal = expected.flatMap((own) => signatures.map((given) => isEqual(own, given)));
  return equal.includes(true);
}
