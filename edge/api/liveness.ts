import { z } from "zod";
import type { RouteGroup } from "../http/route.ts";
import { checkLiveness, FRAME_FIELDS, SURPLUS_FIELDS } from "../operations/liveness/check.ts";
import { issueChallenge } from "../operations/liveness/issue-challenge.ts";
import { challengeAnswer, checkFields, livenessAnswer, livenessForToken } from "../schemas/liveness.ts";
import { ACTION_HINTS, factsOf } from "../verdicts/liveness/actions.ts";
import { checkSubject } from "./call/call.ts";
import { resultAnswer, resultRoutes } from "./call/results.ts";
import { route } from "./call/route.ts";
import { billable, idempotent } from "./call/writing.ts";

const check = route(
  {
    method: "post",
    path: "/v1/liveness/check",
    id: "checkLiveness",
    summary: "Check liveness",
    description:
      "Frames are `image_1` and on without a gap. A capture that shows no living person is an answer, not an error. In a burst the head turns a little between some two frames (about 10 degrees in all): what a flat image cannot imitate is measured on that, and every frame must be clear by itself. A challenge asks for all of this and the action, which may also settle what a single frame left open.",
    callers: ["secret_key", "session_token"],
    captures: true,
    form: { files: FRAME_FIELDS, required: ["image_1"], surplus: SURPLUS_FIELDS, fields: checkFields },
    answer: { status: 200, description: "The result.", schema: livenessAnswer, forToken: livenessForToken },
    errors: [
      "frame_count_invalid",
      "challenge_required",
      "challenge_invalid",
      "challenge_expired",
      "challenge_used",
      "liveness_mode_too_weak",
      "verification_mismatch",
      "verification_not_open",
      "too_many_attempts",
    ],
  },
  billable(checkLiveness, {
    input: (call) => ({
      subject: checkSubject(call),
      mode: call.body.mode,
      files: call.files,
      challengeToken: call.body.challenge_token,
      requestId: call.c.var.requestId,
    }),
    answer: resultAnswer,
  }),
);

const createChallenge = route(
  {
    method: "post",
    path: "/v1/liveness/challenges",
    id: "issueChallenge",
    summary: "Issue a challenge",
    description:
      "The server chooses the action; the hint may be ignored, and a session token's is. Send the neutral frame first, then one or more of the action. A challenge is good for 120 seconds, once, for this tenant, mode and, with a session token, verification. Not metered.",
    callers: ["secret_key", "session_token"],
    captures: true,
    rate: "challenges",
    json: {
      schema: z.strictObject({
        action_hint: z
          .enum(ACTION_HINTS)
          .default("random")
          .describe("The movement that you prefer. The service may pick another one."),
      }),
      example: { action_hint: "random" },
    },
    answer: {
      status: 201,
      description: "The challenge.",
      schema: challengeAnswer,
      forToken: challengeAnswer,
    },
    errors: ["verification_not_open"],
  },
  idempotent(issueChallenge, {
    input: ({ principal, body }) => ({
      verification: principal.kind === "secret_key" ? null : principal.verification,
      hint: body.action_hint,
    }),
    answer: ({ id, token, action, customerRef, expiresAt, expiresIn }) => ({
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
  }),
);

const [read, remove] = resultRoutes("liveness", {
  path: "/v1/liveness/:id",
  ids: "lc_…",
  schema: livenessAnswer,
  read: {
    id: "readLivenessResult",
    summary: "Read a liveness result",
    description: "Counts against the usage cap.",
  },
  remove: {
    id: "deleteLivenessResult",
    summary: "Delete a liveness result",
    description:
      "What was found, the face and its images are gone for good, and what of its event is still to be delivered is not sent. Repeating it is allowed.",
  },
});

export const liveness: RouteGroup = {
  tag: "Liveness",
  description: "Tells a person in front of the camera from an image, a screen or a mask (ISO/IEC 30107).",
  routes: [check, createChallenge, read, remove],
};
