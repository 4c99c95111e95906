import type { Egress } from "../../platform/ports.ts";
import { checkAddress } from "../address-policy.ts";
import type { AttemptResult } from "./outcome.ts";

/** From connect to the last byte of the response. */
const TIMEOUT_MS = 10_000;
/** Bytes of the response body that are kept. */
const EXCERPT_BYTES = 500;
/** Bytes of the response body that are read at most; the status is known by then. */
const MAX_BODY_BYTES = 1024 * 1024;

export interface SentAttempt {
  readonly result: AttemptResult;
  /** First 500 bytes of the response body as text; null without a response. */
  readonly excerpt: string | null;
}

/**
 * Posts `body` once and returns the result; never throws for a receiver's behaviour. Redirects are not
 * followed. The address is judged again, because the policy may have become stricter since the endpoint's
 * registration.
 */
export async function sendAttempt(
  egress: Egress,
  request: { url: string; headers: Record<string, string>; body: string; allowLocal: boolean },
): Promise<SentAttempt> {
  const address = checkAddress(request.url, request.allowLocal);
  if (!address.ok) return { result: { status: null, error: "address_refused" }, excerpt: null };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await egress.fetch(address.url, {
      method: "POST",
      redirect: "manual",
      headers: request.headers,
      body: request.body,
      signal,
    });
    const excerpt = await readExcerpt(response);
    return { result: { status: response.status, error: null }, excerpt };
  } catch {
    // A network failure counts as the receiver's. The runtime's message is dropped: it names addresses.
    const error = signal.aborted ? "timeout" : "connection_failed";
    return { result: { status: null, error }, excerpt: null };
  }
}

async function readExcerpt(response: Response): Promise<string> {
  const kept = new Uint8Array(EXCERPT_BYTES);
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    if (size < EXCERPT_BYTES) kept.set(chunk.subarray(0, EXCERPT_BYTES - size), size);
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) break;
  }
  const bytes = kept.subarray(0, Math.min(size, EXCERPT_BYTES));
  // `stream` leaves out an incomplete last character; libSQL would end the text at a NUL.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "\uFFFD");
}
