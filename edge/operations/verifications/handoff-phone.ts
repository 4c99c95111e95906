import type { DeviceTraits } from "../../auth/device-key.ts";
import { isOfNetwork, numberOf } from "../../auth/handoff-code.ts";
import type { HandoffPrincipal } from "../../auth/principal.ts";
import { DAY_MS } from "../../core/clock.ts";
import { ApiError } from "../../core/errors.ts";
import { isUncertain } from "../../core/outage.ts";
import { sameText } from "../../crypto/hashing.ts";
import {
  advanceHandoff,
  claimHandoff as claiming,
  judgeGuess,
  takeGuess,
} from "../../store/verifications/handoffs.ts";
import { handOver, isBoundTo } from "../../verification/bound-device.ts";
import { assertOpen } from "../../verification/machine.ts";
import { type CallContext, commit, commitResult, refuseOnConflict } from "../commit/commit.ts";
import { auditEntry } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification, verificationWrite } from "../verification-write.ts";
import { type MintedSession, mintForDevice, type Proven, provenDevice } from "./mint.ts";

interface ScannedCode extends Proven {
  readonly code: HandoffPrincipal;
  readonly phone: DeviceTraits;
}

/** What the phone shows of the computer, so that the person can recognise it. */
interface Context {
  readonly code: HandoffPrincipal;
  readonly state: "claimed" | "moved";
  /** Null if it is unknown for either of them. */
  readonly sameCountry: boolean | null;
  readonly sameNetwork: boolean | null;
}

/**
 * Claims a handoff for the phone that scanned its code: the first phone gets it, and may repeat the call.
 * Throws 401 `link_invalid`, 409 `verification_not_open` and 410 `handoff_expired`.
 */
export async function claimHandoff(
  ctx: CallContext<Context, "serviceKey">,
  input: ScannedCode,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { code, phone, proof } = input;
  const { handoff, hash } = code;
  const device = await provenDevice(input, hash, now);
  const known = handoff.phone === device ? handoff.state : null;
  const state = known === "moved" ? "moved" : "claimed";
  if (state === "claimed") assertOpen(code.verification, now);
  const call = { id: handoff.id, phone: device, signedAt: proof.signedAt, now };
  const statements =
    known === null
      ? claiming(services.db, scope, call, { hash, phoneName: phone.name })
      : advanceHandoff(services.db, scope, call, state);
  const context: Context = {
    code,
    state,
    sameCountry: same(handoff.country, phone.country),
    sameNetwork:
      handoff.network === null || phone.network === null
        ? null
        : await isOfNetwork(services.serviceKey, handoff.id, {
            digest: handoff.network,
            network: phone.network,
          }),
  };
  return commitResult(ctx, { statements }, context).catch(refuseOnConflict(codeUsed()));
}

const same = (one: string | null, other: string | null): boolean | null =>
  one === null || other === null ? null : one === other;

/**
 * Ends a handoff that the person on the phone declined; the verification stays with the computer. Throws 401
 * `link_invalid` and 410 `handoff_expired`.
 */
export async function declineHandoff(
  ctx: CallContext<HandoffPrincipal>,
  input: Proven & { readonly code: HandoffPrincipal },
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { code, proof } = input;
  const phone = await provenDevice(input, code.hash, now);
  const call = { id: code.handoff.id, phone, signedAt: proof.signedAt, now };
  const statements = advanceHandoff(services.db, scope, call, "claimed", { state: "declined" });
  return commitResult(ctx, { statements }, code).catch(refuseOnConflict(codeUsed()));
}

/** How long the phone may open its code again, as a device does its link. */
const LONGEST_MS = DAY_MS;

interface Confirmation extends Proven {
  readonly code: HandoffPrincipal;
  /** The number that the person read off the computer. */
  readonly number: string;
  /** The longest life that the tenant gives a session token, in seconds. */
  readonly maxTtlSeconds: number;
}

/**
 * Hands the verification over to the phone whose person typed the computer's number. The guess is recorded
 * before it is judged: of several concurrent guesses all but one are rejected, unjudged. Throws 401
 * `link_invalid`, 403 `handoff_mismatch` for a wrong number, which ends the handoff, 409
 * `verification_not_open` and 410 `handoff_expired`.
 */
export async function confirmHandoff(
  ctx: CallContext<MintedSession, "tokens" | "serviceKey">,
  input: Confirmation,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { code, proof } = input;
  const { handoff, verification } = code;
  const phone = await provenDevice(input, code.hash, now);
  if (handoff.state !== "claimed" || handoff.phone !== phone) throw codeUsed();
  const call = { id: handoff.id, phone, signedAt: proof.signedAt, now };
  await commit(ctx, { statements: takeGuess(services.db, scope, call) }).catch(refuseOnConflict(codeUsed()));
  if (!sameText(input.number, await numberOf(services.serviceKey, handoff.id, phone))) {
    return refuse(ctx, verification.id, call);
  }
  return move(ctx, input, call).catch(async (error: unknown) => {
    // A person with the right number may try again, even with the same proof. If the move may yet be written,
    // or this cannot be undone, they start again at the computer.
    const given = judgeGuess(services.db, scope, { ...call, signedAt: call.signedAt - 1 }, {});
    if (!isUncertain(error)) await commit(ctx, { statements: given }).catch(() => undefined);
    throw error;
  });
}

type Call = Parameters<typeof judgeGuess>[2];

async function move(
  ctx: CallContext<MintedSession, "tokens" | "serviceKey">,
  { code: { handoff, verification }, maxTtlSeconds }: Confirmation,
  call: Call,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { phone } = call;
  const expiresAt = Math.min(now + LONGEST_MS, verification.expiresAt);
  const moved = judgeGuess(services.db, scope, call, { state: "moved", expiresAt });
  const bound = { verificationId: verification.id, device: phone, maxTtlSeconds };
  const { statement, ...token } = await mintForDevice(services, scope, bound, now);
  return changeVerification(ctx, verification, async (current) => {
    const changed = handOver(current, { computer: handoff.computer, phone }, now);
    const write = verificationWrite(ctx, { changed, kind: "claimed", statements: [...moved, statement] });
    return commitResult(ctx, write, { verification: changed, token });
  }).catch(refuseOnConflict(codeUsed()));
}

/** Ends the handoff, so that a number is guessed once, and audits it. */
async function refuse(ctx: CallContext<MintedSession>, verificationId: string, call: Call): Promise<never> {
  const { services, scope } = ctx;
  const statements = judgeGuess(services.db, scope, call, { state: "mismatched" });
  const audit = [auditEntry(ctx, { action: "handoff.mismatch", target: call.id, after: { verificationId } })];
  await commit(ctx, { statements, audit }).catch(refuseOnConflict(codeUsed()));
  throw new ApiError("handoff_mismatch", "The computer shows another number: begin again there.");
}

interface Reopening extends Proven {
  readonly code: HandoffPrincipal;
  /** The longest life that the tenant gives a session token, in seconds. */
  readonly maxTtlSeconds: number;
}

/**
 * Makes a fresh session token for the phone that took the verification over by this code, as after a reload.
 * Throws 401 `link_invalid`, and 410 `handoff_expired` for every other device.
 */
export async function reopenHandoff(
  ctx: CallContext<MintedSession, "tokens">,
  input: Reopening,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { code, proof } = input;
  const { handoff, verification } = code;
  const phone = await provenDevice(input, code.hash, now);
  if (!isBoundTo(verification, phone)) throw codeUsed();
  const call = { id: handoff.id, phone, signedAt: proof.signedAt, now };
  const bound = { verificationId: verification.id, device: phone, maxTtlSeconds: input.maxTtlSeconds };
  const { statement, ...token } = await mintForDevice(services, scope, bound, now);
  const statements = [...advanceHandoff(services.db, scope, call, "moved"), statement];
  return commitResult(ctx, { statements }, { verification, token }).catch(refuseOnConflict(codeUsed()));
}

const codeUsed = () =>
  new ApiError("handoff_expired", "The code was used by another device, or its handoff has ended.");
