import { ApiError } from "../errors.ts";
import { assertOpen, cancel, isOpen } from "./machine.ts";
import type { Consent, Verification } from "./types.ts";

/**
 * The verification after a device has opened it. The first device holds it. Another one takes it over only
 * where it says so and nothing was captured yet, as when a person leaves a browser inside an app; then the
 * person is asked for consent anew. Throws 409 `link_claimed`, and 410 `link_expired` for one that has ended.
 */
export function claim(
  verification: Verification,
  device: string,
  { takesOver, now }: { readonly takesOver: boolean; readonly now: number },
): Verification {
  const { holder, status } = verification;
  // Two calls of one device at once: both succeed.
  if (holder?.device === device) return changed(verification, {});
  if (!isOpen(verification, now)) throw new ApiError("link_expired", "This verification has ended.");
  if (holder !== null && !(takesOver && status === "created")) {
    throw new ApiError("link_claimed", "This link was opened on another device.");
  }
  // What was captured stays consented to; whoever begins is asked.
  const consent = status === "created" ? null : verification.consent;
  return changed(verification, { holder: { device, at: now }, consent });
}

/**
 * The verification for which a new link is made: whoever held it holds it no more. Consent stays with what
 * was captured under it.
 */
export function release(verification: Verification, now: number): Verification {
  assertOpen(verification, now);
  const { status, consent } = verification;
  return changed(verification, { holder: null, consent: status === "created" ? null : consent });
}

/** The verification after the person has agreed. The first record stands. */
export function agree(verification: Verification, consent: Consent, now: number): Verification {
  assertOpen(verification, now);
  return changed(verification, { consent: verification.consent ?? consent });
}

/** The canceled verification after the person has taken the consent back. */
export function withdraw(verification: Verification, consent: Consent, now: number): Verification {
  return { ...cancel(verification, now), consent: { ...consent, withdrawnAt: now } };
}

/**
 * Whether the person has to agree before a capture, and has. Null where nobody asks: no link was opened, and
 * the tenant's own app asks the person.
 */
export function consentState({ holder, consent }: Verification) {
  if (holder === null && consent === null) return null;
  const isGiven = consent !== null && consent.withdrawnAt === null;
  return { required: holder !== null, given: isGiven, version: isGiven ? consent.version : null };
}

const changed = (verification: Verification, change: Partial<Verification>): Verification => ({
  ...verification,
  ...change,
  revision: verification.revision + 1,
});
