import { z } from "zod";
import type { JsonContext } from "../../http/validation.ts";
import { newId } from "../../ids.ts";
import { sealChallengeToken } from "../../operations/liveness/parts/challenge-token.ts";
import { insertChallenge } from "../../store/verifications/challenges.ts";
import {
  ACTION_HINTS,
  ACTIONS,
  type Action,
  INSTRUCTIONS,
  isAction,
} from "../../verdicts/liveness/actions.ts";
import { assertTakes } from "../../verification/machine.ts";
import type { Recording } from "../call/recording.ts";

const LIFETIME_S = 120;

export const challengeRequest = z.strictObject({ action_hint: z.enum(ACTION_HINTS).default("random") });

/**
 * POST /v1/liveness/challenges: a single-use challenge for the tenant, mode and, with a token, verification. The server
 * chooses the action; it follows the hint of a secret key, and of no token, since whoever holds the device
 * would choose what he has prepared.
 */
export async function issueChallenge(c: JsonContext<typeof challengeRequest>): Promise<Recording> {
  const { action_hint } = c.req.valid("json");
  const { services, principal } = c.var;
  const { scope } = principal;
  const now = services.clock();
  const verification = principal.kind === "session_token" ? principal.verification : null;
  if (verification !== null) assertTakes(verification, "check", now);
  const action = verification === null && isAction(action_hint) ? action_hint : drawAction();
  const id = newId("challenge", now);
  const expiresAt = now + LIFETIME_S * 1000;
  const row = { id, verificationId: verification?.id ?? null, action, createdAt: now, expiresAt };
  const body = {
    challenge_token: await sealChallengeToken(services, scope, id),
    challenge_id: id,
    action,
    instructions: INSTRUCTIONS[action],
    frames: { min: 2, max: 5, order: "neutral first" },
    expires_at: new Date(expiresAt).toISOString(),
    expires_in: LIFETIME_S,
  };
  const subject = { id, customerRef: verification?.customerRef ?? null };
  return {
    statements: [insertChallenge(services.db, scope, row)],
    answer: { status: 201, body, subject },
  };
}

/** Each action is as likely as any other: bytes that would favour the first ones are drawn again. */
function drawAction(): Action {
  const even = 256 - (256 % ACTIONS.length);
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1)) as unknown as [number];
    if (byte < even) return ACTIONS[byte % ACTIONS.length]!;
  }
}
