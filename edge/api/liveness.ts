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

const STEPS = {
  next: `curl -s "$SELFSAME_URL/v1/verifications/$ID/next" \\
  -H "Authorization: Bearer $SESSION_TOKEN"`,
  challenge: `curl -s -X POST "$SELFSAME_URL/v1/liveness/challenges" \\
  -H "Authorization: Bearer $SESSION_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{}' -o challenge.json
CHALLENGE_TOKEN=$(grep -o 'chl_tok_[^"]*' challenge.json)`,
  check: `curl -s "$SELFSAME_URL/v1/liveness/check" \\
  -H "Authorization: Bearer $SESSION_TOKEN" \\
  -F mode=challenge \\
  -F "challenge_token=$CHALLENGE_TOKEN" \\
  -F image_1=@neutral.jpg \\
  -F image_2=@moved-1.jpg \\
  -F image_3=@moved-2.jpg`,
} as const;
const sh = (text: string) => `\`\`\`sh\n${text}\n\`\`\``;

const CHECK_TEXT = [
  "Send frames as `image_1`, `image_2` and so on. A check that finds no live person is not an error: the answer has `is_live: false`. In `burst` mode, the head has to turn about 10 degrees. In `challenge` mode, the person makes the movement of `POST /v1/liveness/challenges`.",
  "With a secret key, this is a single check: `verification_id` is null, and no verification uses the result. The liveness step of a verification needs its session token: `session_token.token` of `POST /v1/verifications`. The result then has the `verification_id` of the token. The step takes three calls. First ask what to do, with the verification's id as `ID`. If `action.type` is `liveness`, `liveness_mode` is the weakest mode that can pass:",
  sh(STEPS.next),
  "For `challenge`, ask for the movement. Show the `instructions` to the person. Take one frame before the movement and one to four during it:",
  sh(STEPS.challenge),
  "Send the frames within 120 seconds. `is_live` says whether the person passed. If not, `retryable` says whether they may try again, with a new challenge:",
  sh(STEPS.check),
].join("\n\n");

const check = route(
  {
    method: "post",
    path: "/v1/liveness/check",
    id: "checkLiveness",
    summary: "Check liveness",
    description: CHECK_TEXT,
    sdk: 'liveness.check({ mode: "passive", frames: [await readFile("selfie.jpg")], customer_ref: "user-4711" })',
    callers: ["secret_key", "session_token"],
    scope: "checks:write",
    captures: true,
    form: {
      files: FRAME_FIELDS,
      required: ["image_1"],
      surplus: SURPLUS_FIELDS,
      fields: checkFields,
      example: { mode: "passive", customer_ref: "user-4711" },
    },
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
    summary: "Create a challenge",
    description:
      "The service picks the movement. Send a neutral frame first, then frames of the movement. A challenge is valid once, for 120 seconds, and for one verification if a session token created it. Not billed.",
    sdk: "liveness.issueChallenge",
    callers: ["secret_key", "session_token"],
    scope: "checks:write",
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
    summary: "Retrieve a liveness result",
    description: "Each read is billed.",
    sdk: "liveness.retrieve",
  },
  remove: {
    id: "deleteLivenessResult",
    summary: "Delete a liveness result",
    description:
      "Erases the result, its face template and its images for good. Pending events of the result are not delivered. Repeating the call is allowed.",
    sdk: "liveness.delete",
  },
});

export const liveness: RouteGroup = {
  tag: "Liveness",
  description:
    "Checks whether the frames show a live person (presentation attack detection, ISO/IEC 30107). It does not detect masks, deepfakes or injected video.",
  routes: [check, createChallenge, read, remove],
};
