import { z } from "zod";
import { LIVENESS_MODES } from "../../vocabulary/enumerations.ts";
import { CAPTURE_ISSUES } from "../../vocabulary/faces.ts";
import { ACTION_HINTS } from "../verdicts/liveness/actions.ts";
import { LIVENESS_REASONS } from "../verdicts/liveness/reasons.ts";
import {
  createdAt,
  customerRef,
  customerRefSchema,
  exampleAfter,
  exampleQuality,
  exampleTime,
  faceQuality,
  idOf,
  modelVersion,
  modeSchema,
  timestamp,
  unit,
  visibleReasonOf,
} from "./common.ts";

/** The form fields of a check. */
export const checkFields = z
  .strictObject({
    mode: z
      .enum(LIVENESS_MODES)
      .describe(
        "`passive`: 1 frame. `burst`: 3 to 5 frames while the head turns a little. `challenge`: 2 to 5 frames of a requested movement, and a `challenge_token`.",
      ),
    challenge_token: z
      .string()
      .min(1)
      .optional()
      .describe("For `challenge` only, and required then: the token of the challenge."),
    customer_ref: customerRefSchema.optional(),
  })
  .refine(({ mode, challenge_token }) => mode === "challenge" || challenge_token === undefined, {
    path: ["challenge_token"],
    message: "is taken only with the mode challenge. Remove it, or send mode=challenge",
  });

const frame = z.object({
  index: z.int().min(0).describe("0 for `image_1`."),
  score: unit
    .nullable()
    .describe(
      "Presentation attack detection (PAD) score: higher means more likely a live person. Null without a PAD model or a usable face.",
    ),
  quality: faceQuality.nullable().describe("Null if no face was found."),
  issues: z.array(z.enum(CAPTURE_ISSUES)).describe("Why the frame cannot be used."),
  replayed: z
    .boolean()
    .optional()
    .describe("Whether the frame was sent in an earlier check; absent in older results."),
});

const shape = {
  lc_id: idOf("liveness"),
  is_live: z
    .boolean()
    .describe("Whether a live person was detected: `score` reaches `threshold`, and `reason` is `live`."),
  score: unit.describe(
    "Higher means more likely a live person. 0 if no frame has a score; a passive check then asks for a challenge (`step_up_required`).",
  ),
  threshold: unit.describe("The score needed to be live."),
  reason: z.enum(LIVENESS_REASONS).describe("`live`, or why the check is not live."),
  mode: modeSchema,
  liveness_mode: z.enum(LIVENESS_MODES).describe("The liveness mode of the check."),
  retryable: z.boolean().describe("Whether the same person can succeed in another attempt."),
  next_action: z
    .object({ type: z.literal("liveness_challenge").describe("The next check has to be a challenge.") })
    .nullable()
    .describe("What to do next; null if nothing is required."),
  frames: z.array(frame).describe("The frames, in the order in which they were sent."),
  registration_copied: z
    .boolean()
    .nullable()
    .optional()
    .describe("Whether a frame is the photo registered for the `customer_ref`; null if none is registered."),
  customer_ref: customerRef.nullable().describe("The end user's `customer_ref`, or null if none was sent."),
  request_id: idOf("request").describe("The request that made the result."),
  verification_id: idOf("verification").nullable().describe("The verification of the check, or null."),
  model_version: modelVersion.describe(
    "Name and version of the PAD model, or of the face model if there is no PAD model.",
  ),
};

const example = {
  lc_id: "lc_01JPA71B2N5Q7S9V1X3Z5B7D9F",
  is_live: true,
  score: 0.94,
  threshold: 0.5,
  reason: "live",
  mode: "test",
  liveness_mode: "passive",
  retryable: false,
  next_action: null,
  frames: [{ index: 0, score: 0.94, quality: exampleQuality, issues: [], replayed: false }],
  registration_copied: null,
  customer_ref: "user-4711",
  request_id: "req_01JPA71B2M4P6R8T0V2X4Z6B8D",
  verification_id: null,
  model_version: "minifasnet@1",
};

/** The data of `liveness.check.completed` (contract §11.1). */
export const livenessData = z.object(shape).meta({
  id: "LivenessData",
  description: "The data of a `liveness.check.completed` event.",
  examples: [example],
});

export const livenessAnswer = z.object({ ...shape, ...createdAt }).meta({
  id: "LivenessResult",
  description: "Whether a live person was in front of the camera, and why.",
  examples: [{ ...example, created_at: exampleTime }],
});

const shown = livenessAnswer
  .pick({
    lc_id: true,
    is_live: true,
    mode: true,
    liveness_mode: true,
    retryable: true,
    next_action: true,
    customer_ref: true,
    request_id: true,
    verification_id: true,
    created_at: true,
  })
  .extend({
    reason: visibleReasonOf,
    frames: z.array(frame.pick({ index: true, issues: true })).describe("The frames, in their order."),
  });

export const livenessForToken = shown.meta({
  id: "LivenessResultForToken",
  description:
    "The same, as a session token receives it: whether it was live, and what the end user can correct.",
  examples: [shown.parse({ ...example, created_at: exampleTime })],
});

export const challengeAnswer = z
  .object({
    challenge_token: z.string().describe("Single use. Send it with the challenge check."),
    challenge_id: idOf("challenge"),
    action: z.enum(ACTION_HINTS).exclude(["random"]).describe("The movement that the person has to make."),
    instructions: z.string().describe("The movement as an instruction for the person, in English."),
    frames: z
      .object({
        min: z.int().describe("Fewest frames."),
        max: z.int().describe("Most frames."),
        order: z.literal("neutral first").describe("The first frame shows the face before the movement."),
      })
      .describe("How many frames to send, and in which order."),
    expires_at: timestamp,
    expires_in: z.int().describe("Seconds until `expires_at`."),
  })
  .meta({
    id: "Challenge",
    description: "A movement that a person has to make in front of the camera.",
    examples: [
      {
        challenge_token: "chl_tok_AQx7d0l1c2VhbGVk",
        challenge_id: "chl_01JPA716YH2K4N6Q8S0V2X4Z6B",
        action: "turn_left",
        instructions: "Look straight ahead, then turn your head clearly to your left.",
        frames: { min: 2, max: 5, order: "neutral first" },
        expires_at: exampleAfter(120),
        expires_in: 120,
      },
    ],
  });
