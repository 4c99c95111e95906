import { newId } from "../../ids.ts";
import { insertChallenge } from "../../store/verifications/challenges.ts";
import { ACTIONS, type Action, type ActionHint, isAction } from "../../verdicts/liveness/actions.ts";
import { assertTakes } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { sealChallengeToken } from "./parts/challenge-token.ts";

const LIFETIME_S = 120;

interface Challenge {
  readonly id: string;
  readonly token: string;
  readonly action: Action;
  readonly customerRef: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Seconds. */
  readonly expiresIn: number;
}

interface ChallengeRequest {
  /** The verification of the challenge; null outside a verification. */
  readonly verification: Verification | null;
  /**
   * Ignored within a verification: there the person who is checked could choose an action that they have
   * prepared.
   */
  readonly hint: ActionHint;
}

/**
 * Issues a single-use challenge for the tenant, the mode and, if given, the verification. The server chooses
 * the action.
 */
export async function issueChallenge(
  ctx: CallContext<Challenge>,
  { verification, hint }: ChallengeRequest,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  if (verification !== null) assertTakes(verification, "check", now);
  const action = verification === null && isAction(hint) ? hint : drawAction();
  const id = newId("challenge", now);
  const expiresAt = now + LIFETIME_S * 1000;
  const row = { id, verificationId: verification?.id ?? null, action, createdAt: now, expiresAt };
  const token = await sealChallengeToken(services, scope, id);
  const customerRef = verification?.customerRef ?? null;
  const challenge = { id, token, action, customerRef, expiresAt, expiresIn: LIFETIME_S };
  return commitResult(ctx, { statements: [insertChallenge(services.db, scope, row)] }, challenge);
}

/** Each action is as likely as any other: bytes that would favour the first actions are drawn again. */
function drawAction(): Action {
  const even = 256 - (256 % ACTIONS.length);
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1)) as unknown as [number];
    if (byte < even) return ACTIONS[byte % ACTIONS.length]!;
  }
}
