import { ApiError } from "../core/errors.ts";
import { isContestable } from "./contest.ts";
import { assertOpen, cancel, isOpen } from "./machine.ts";
import type { BoundDevice, Consent, Verification } from "./types.ts";

/**
 * Throws 410 `link_expired` if a link has no page: the verification has expired, or has ended without a
 * device. The device of a decided one still reads its outcome, and one that may be contested can be opened.
 * The page of a canceled one says so.
 */
export function assertLinkOpens(verification: Verification, now: number): void {
  const hasOutcome = verification.status === "completed" && verification.boundDevice !== null;
  if (hasOutcome || verification.status === "canceled" || isReachable(verification, now)) return;
  throw new ApiError("link_expired", "This verification has ended.");
}

/**
 * The verification after a device has opened it. It is bound to the first device. Another device replaces it
 * only if it requests that and nothing was captured yet, as when a person leaves an in-app browser; the
 * person must then consent again. Throws 409 `link_claimed`, and 410 `link_expired` for an ended one, unless
 * it may be contested and has no device.
 */
export function claim(
  verification: Verification,
  device: string,
  { takesOver, now }: { readonly takesOver: boolean; readonly now: number },
): Verification {
  const { boundDevice, status } = verification;
  // Two concurrent calls of one device: both succeed.
  if (boundDevice?.device === device) return changed(verification, {});
  const isForContest = boundDevice === null && isContestable(verification, now);
  if (!isForContest && !isOpen(verification, now)) {
    throw new ApiError("link_expired", "This verification has ended.");
  }
  if (boundDevice !== null && !(takesOver && status === "created")) {
    throw new ApiError("link_claimed", "This link was opened on another device.");
  }
  // Captures stay under their consent; a person who begins is asked for it.
  const consent = status === "created" ? null : verification.consent;
  return changed(verification, { boundDevice: boundByLink(device, now), consent });
}

/** The binding after a link: no other device keeps the right to read. */
const boundByLink = (device: string, at: number): BoundDevice => ({ device, at, via: "link", watcher: null });

/** The two devices of a handoff, by the thumbprints of their keys. */
interface Devices {
  /** Null if a secret key minted the computer's token. */
  readonly computer: string | null;
  readonly phone: string;
}

/** Whether the verification is bound to this device, or to none that has a key. */
export const isBoundTo = ({ boundDevice }: Verification, device: string | null): boolean =>
  (boundDevice?.device ?? null) === device;

/**
 * The verification after a phone has taken it over: the computer may only read from then on. The consent
 * stays with captures that were made under it, else it is requested again. Throws 409
 * `verification_not_open`, and 410 `handoff_expired` if the verification has moved to another device since
 * the handoff began.
 */
export function handOver(verification: Verification, { computer, phone }: Devices, now: number) {
  assertOpen(verification, now);
  if (!isBoundTo(verification, computer)) {
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
 * The verification after the computer has taken it back. Its earlier access is restored, so that through a
 * chain of handoffs no device that may only read can capture again. Throws 409 `link_claimed` once the phone
 * has captured something.
 */
export function takeBack(verification: Verification, phone: string, now: number) {
  assertOpen(verification, now);
  if (verification.status !== "created" || !isBoundTo(verification, phone)) {
    throw new ApiError("link_claimed", "The phone has begun: go on there.");
  }
  const before = verification.boundDevice?.before ?? null;
  return changed(verification, { boundDevice: before && { ...before, at: now }, consent: null });
}

/** Whether something is left to do for the person: to go on, or to contest the decision. */
export const isReachable = (verification: Verification, now: number): boolean =>
  isOpen(verification, now) || isContestable(verification, now);

/** Throws 409 `verification_not_open` if nothing is left to do for the person. */
export function assertReachable(verification: Verification, now: number): void {
  if (!isReachable(verification, now)) assertOpen(verification, now);
}

/**
 * The verification for which a new link is made: it is bound to no device. The consent stays with captures
 * that were made under it.
 */
export function release(verification: Verification, now: number): Verification {
  assertReachable(verification, now);
  const { status, consent } = verification;
  return changed(verification, { boundDevice: null, consent: status === "created" ? null : consent });
}

/** The verification after the person has agreed. The first record is kept. */
export function agree(verification: Verification, consent: Consent, now: number): Verification {
  assertOpen(verification, now);
  return changed(verification, { consent: verification.consent ?? consent });
}

/** The canceled verification after the person has withdrawn the consent. */
export function withdraw(verification: Verification, consent: Consent, now: number): Verification {
  return { ...cancel(verification, now), consent: { ...consent, withdrawnAt: now } };
}

/**
 * Whether consent is required before a capture, and recorded. Null without an opened link: then the tenant's
 * own app asks for it.
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
