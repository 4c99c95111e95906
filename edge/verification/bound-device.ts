import { ApiError } from "../core/errors.ts";
import { assertOpen, cancel, isOpen } from "./machine.ts";
import type { BoundDevice, Consent, Verification } from "./types.ts";

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
  const { boundDevice, status } = verification;
  // Two calls of one device at once: both succeed.
  if (boundDevice?.device === device) return changed(verification, {});
  if (!isOpen(verification, now)) throw new ApiError("link_expired", "This verification has ended.");
  if (boundDevice !== null && !(takesOver && status === "created")) {
    throw new ApiError("link_claimed", "This link was opened on another device.");
  }
  // What was captured stays consented to; whoever begins is asked.
  const consent = status === "created" ? null : verification.consent;
  return changed(verification, { boundDevice: held(device, now), consent });
}

/** Whoever comes by a link has left nobody behind. */
const held = (device: string, at: number): BoundDevice => ({ device, at, via: "link", watcher: null });

/** The two devices of a handoff, by the thumbprints of their keys. */
interface Devices {
  /** Null where a secret key minted the computer's token. */
  readonly computer: string | null;
  readonly phone: string;
}

/** Whether the verification stands with this device, or with none that has a key. */
export const standsWith = ({ boundDevice }: Verification, device: string | null): boolean =>
  (boundDevice?.device ?? null) === device;

/**
 * The verification after a phone has taken it over: the computer may only read from then on. Consent stays
 * with what was captured under it, else it is asked for anew. Throws 409 `verification_not_open`, and 410
 * `handoff_expired` where the verification went elsewhere since the handoff began.
 */
export function handOver(verification: Verification, { computer, phone }: Devices, now: number) {
  assertOpen(verification, now);
  if (!standsWith(verification, computer)) {
    throw new ApiError("handoff_expired", "The verification went on elsewhere meanwhile.");
  }
  const { status, consent } = verification;
  return changed(verification, {
    boundDevice: {
      device: phone,
      at: now,
      via: "handoff",
      watcher: computer,
      before: verification.boundDevice,
    },
    consent: status === "created" ? null : consent,
  });
}

/**
 * The verification after the computer has taken it back: it holds it as it did before, so that a chain of
 * handoffs lets nobody capture again who had only been left to read. Throws 409 `link_claimed` once the phone
 * has captured something.
 */
export function takeBack(verification: Verification, phone: string, now: number) {
  assertOpen(verification, now);
  if (verification.status !== "created" || !standsWith(verification, phone)) {
    throw new ApiError("link_claimed", "The phone has begun: go on there.");
  }
  const before = verification.boundDevice?.before ?? null;
  return changed(verification, { boundDevice: before && { ...before, at: now }, consent: null });
}

/**
 * The verification for which a new link is made: whoever held it holds it no more. Consent stays with what
 * was captured under it.
 */
export function release(verification: Verification, now: number): Verification {
  assertOpen(verification, now);
  const { status, consent } = verification;
  return changed(verification, { boundDevice: null, consent: status === "created" ? null : consent });
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
export function consentState({ boundDevice, consent }: Verification) {
  if (boundDevice === null && consent === null) return null;
  const isGiven = consent !== null && consent.withdrawnAt === null;
  return { required: boundDevice !== null, given: isGiven, version: isGiven ? consent.version : null };
}

const changed = (verification: Verification, change: Partial<Verification>): Verification => ({
  ...verification,
  ...change,
  revision: verification.revision + 1,
});
