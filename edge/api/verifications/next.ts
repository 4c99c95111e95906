import { toBase64Url } from "../../crypto/encoding.ts";
import { sha256 } from "../../crypto/sha256.ts";
import type { AppContext } from "../../http/context.ts";
import { nextAnswer } from "../../schemas/capture/next.ts";
import { consentState } from "../../verification/holder.ts";
import { nextOf } from "../../verification/next.ts";
import { findVerification } from "./read.ts";

/** A list of entity tags, or `*`. */
const ENTITY_TAGS = /(?:W\/)?"[^"]*"/g;

/**
 * GET /v1/verifications/:id/next: what the person does next. A key is told no more than a person's device.
 * Not metered, so that a page may ask again and again; 304 while nothing has changed.
 */
export async function readNext(c: AppContext, id: string) {
  const verification = await findVerification(c, id);
  const surroundings = {
    consent: consentState(verification),
    returnUrl: verification.capture?.returnUrl ?? null,
  };
  const body = JSON.stringify(
    nextAnswer.parse(renderNext(nextOf(verification, surroundings, c.var.services.clock()))),
  );
  // The body's digest, and not the revision: time alone lets a verification expire.
  const tag = `"${toBase64Url(await sha256(body)).slice(0, 22)}"`;
  c.header("ETag", tag);
  if (matches(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  return c.body(body, 200, { "Content-Type": "application/json" });
}

function renderNext({ status, outcome, action, consent, expiresAt, returnUrl }: ReturnType<typeof nextOf>) {
  return {
    status,
    outcome,
    action: {
      type: action.type,
      sides: action.sides,
      accepted_types: action.acceptedTypes,
      liveness_mode: action.livenessMode,
      attempts_left: action.attemptsLeft,
      retry_reason: action.retryReason,
    },
    consent,
    expires_at: new Date(expiresAt).toISOString(),
    return_url: returnUrl,
  };
}

/** RFC 9110, section 13.1.2: whether the caller holds the answer already. Compares weakly. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return [...header.matchAll(ENTITY_TAGS)].some(([held]) => held.replace(/^W\//, "") === tag);
}
