import { z } from "zod";
import { LIVENESS_MODES } from "../../vocabulary/enumerations.ts";
import { CAPTURE_ISSUES } from "../../vocabulary/faces.ts";
import { ACTION_HINTS } from "../verdicts/liveness/actions.ts";
import { LIVENESS_REASONS } from "../verdicts/liveness/reasons.ts";
import {
  createdAt,
  customerRef,
  customerRefSchema,
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
export const checkFields = z.strictObject({
  mode: z
    .enum(LIVENESS_MODES)
    .describe("passive: 1 frame; burst: 3 to 5; challenge: 2 to 5 and a `challenge_token`."),
  challenge_token: z.string().optional(),
  customer_ref: customerRefSchema.optional(),
});

const frame = z.object({
  index: z.int().min(0),
  score: unit
    .nullable()
    .describe(
      "Presentation attack detection; null where nothing was measured. No model looked then, or none could.",
    ),
  quality: faceQuality.nullable().describe("Null without a face."),
  issues: z.array(z.enum(CAPTURE_ISSUES)),
  replayed: z
    .boolean()
    .optional()
    .describe("Whether the frame was sent in a check before. Older results do not tell."),
});

const shape = {
  lc_id: idOf("liveness"),
  is_live: z.boolean().describe("`score` is at or over `threshold`, and no reason stands against it."),
  score: unit.describe(
    "Higher is more live. 0 with every frame's `score` null says that nothing was measured: a passive check then asks for a challenge (`step_up_required`), since it cannot tell.",
  ),
  threshold: unit,
  reason: z.enum(LIVENESS_REASONS),
  mode: modeSchema,
  liveness_mode: z.enum(LIVENESS_MODES),
  retryable: z.boolean().describe("Whether another try can help the same person."),
  next_action: z.object({ type: z.literal("liveness_challenge") }).nullable(),
  frames: z.array(frame),
  registration_copied: z
    .boolean()
    .nullable()
    .optional()
    .describe(
      "Whether a frame is the photo that is registered under the `customer_ref`; null where none is.",
    ),
  customer_ref: customerRef.nullable(),
  request_id: idOf("request").describe("Of the original call."),
  verification_id: idOf("verification").nullable(),
  model_version: modelVersion.describe(
    "Name and version of the model that looked for presentation attacks. Where none did, of the one that read the face.",
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
  description: "Whether a living person was in front of the camera, and why.",
  examples: [{ ...example, created_at: exampleTime }],
});

const told = livenessAnswer
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
  .extend({ reason: visibleReasonOf, frames: z.array(frame.pick({ index: true, issues: true })) });

export const livenessForToken = told.meta({
  id: "LivenessResultForToken",
  description: "What a session token is told of a check: whether it was live, and what can be mended.",
  examples: [told.parse({ ...example, created_at: exampleTime })],
});

export const challengeAnswer = z
  .object({
    challenge_token: z.string().describe("Single use; goes into the challenge check."),
    challenge_id: idOf("challenge"),
    action: z.enum(ACTION_HINTS).exclude(["random"]),
    instructions: z.string().describe("For the person, in English."),
    frames: z.object({ min: z.int(), max: z.int(), order: z.literal("neutral first") }),
    expires_at: timestamp,
    expires_in: z.int().describe("Seconds."),
  })
  .meta({
    id: "Challenge",
    description: "What a person is asked to do in front of the camera.",
    examples: [
      {
        challenge_token: "chl_tok_AQx7d0l1c2VhbGVk",
        challenge_id: "chl_01JPA716YH2K4N6Q8S0V2X4Z6B",
        action: "turn_left",
        instructions: "Look straight ahead, then turn your head clearly to your left.",
        frames: { min: 2, max: 5, order: "neutral first" },
        expires_at: exampleTime,
        expires_in: 120,
      },
    ],
  });
