import { newId } from "../../core/ids.ts";
import { deriveKey, KEY_LABELS } from "../../crypto/derived-key.ts";
import { hmacHex } from "../../crypto/hashing.ts";
import { insertChallenge } from "../../store/verifications/challenges.ts";
import { ACTIONS, type Action, type ActionHint, isAction } from "../../verdicts/liveness/actions.ts";
import { assertTakes } from "../../verification/machine.ts";
import { findStep } from "../../verification/steps.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { encryptChallengeToken } from "./challenge-token.ts";

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
  /** Ignored within a verification: there the person could choose an action that they have prepared. */
  readonly hint: ActionHint;
}

/**
 * Issues a single-use challenge for the tenant, the mode and, if given, the verification. The server chooses
 * the action.
 */
export async function issueChallenge(
  ctx: CallContext<Challenge, "serviceKey">,
  { verification, hint }: ChallengeRequest,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  if (verification !== null) assertTakes(verification, "check", now);
  const action =
    verification === null ? hintedAction(hint) : await actionOf(services.serviceKey, verification);
  const id = newId("challenge", now);
  const expiresAt = now + LIFETIME_S * 1000;
  const row = { id, verificationId: verification?.id ?? null, action, createdAt: now, expiresAt };
  const token = await encryptChallengeToken(services, scope, id);
  const customerRef = verification?.customerRef ?? null;
  const challenge = { id, token, action, customerRef, expiresAt, expiresIn: LIFETIME_S };
  return commitResult(ctx, { statements: [insertChallenge(services.db, scope, row)] }, challenge);
}

/**
 * The action of a verification's next check. It stays the same until a check has used up an attempt, on
 * however many devices a challenge is requested. Otherwise an attacker could request challenges until a
 * prepared action comes. It cannot be computed without the service's key.
 */
async function actionOf(serviceKey: Uint8Array, { id, steps }: Verification): Promise<Action> {
  const attempts = findStep(steps, "check")?.parts.check?.attempts ?? 0;
  const key = await deriveKey(serviceKey, KEY_LABELS.challenges);
  const digest = await hmacHex(key, `${id}\n${attempts}`);
  // 48 bits: the actions' probabilities differ by at most one in 10^13.
  return ACTIONS[Number.parseInt(digest.slice(0, 12), 16) % ACTIONS.length]!;
}

const hintedAction = (hint: ActionHint): Action => (isAction(hint) ? hint : drawAction());

/** Each action is equally likely: bytes that would favour the first actions are dropped. */
function drawAction(): Action {
  const even = 256 - (256 % ACTIONS.length);
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1)) as unknown as [number];
    if (byte < even) return ACTIONS[byte % ACTIONS.length]!;
  }
}
