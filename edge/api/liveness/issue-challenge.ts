import { z } from "zod";
import type { JsonContext } from "../../http/parameters/validation.ts";
import { issueChallenge } from "../../operations/liveness/issue-challenge.ts";
import { ACTION_HINTS, factsOf } from "../../verdicts/liveness/actions.ts";
import { recorded } from "../call/recorded.ts";

export const challengeRequest = z.strictObject({ action_hint: z.enum(ACTION_HINTS).default("random") });

/**
 * POST /v1/liveness/challenges: a single-use challenge for the tenant, the mode and, with a token, the
 * verification. A secret key's hint is followed, a token's is not.
 */
export const createChallenge = recorded(issueChallenge, {
  input: (c: JsonContext<typeof challengeRequest>) => {
    const { principal } = c.var;
    const verification = principal.kind === "secret_key" ? null : principal.verification;
    return { verification, hint: c.req.valid("json").action_hint };
  },
  answer: ({ id, token, action, customerRef, expiresAt, expiresIn }) => ({
    status: 201,
    body: {
      challenge_token: token,
      challenge_id: id,
      action,
      instructions: factsOf(action).instruction,
      frames: { min: 2, max: 5, order: "neutral first" },
      expires_at: new Date(expiresAt).toISOString(),
      expires_in: expiresIn,
    },
    subject: { id, customerRef },
  }),
});
