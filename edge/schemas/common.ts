import { z } from "zod";
import { MODES } from "../../vocabulary/enumerations.ts";
import { CAPTURE_ISSUES } from "../../vocabulary/faces.ts";
import { ID_PREFIXES } from "../core/ids.ts";
import { QUALITY_COMPONENTS } from "../inference/port.ts";
import { describeComponent } from "../verdicts/match/capture-rules.ts";
import { VISIBLE_REASONS, visibleReason } from "../verdicts/outcomes/visible-reasons.ts";

/**
 * Shapes that several bodies have in common. An answer to a secret key is not parsed with them: they describe
 * it in the reference.
 */

export const idOf = (kind: keyof typeof ID_PREFIXES) => z.string().startsWith(ID_PREFIXES[kind]);
export const modeSchema = z.enum(MODES).describe("Which of the tenant's two worlds it belongs to.");
export const timestamp = z.iso.datetime().describe("ISO 8601, UTC.");
export const unit = z.number().min(0).max(1);
export const customerRef = z.string().describe("The caller's own name for the person.");

/**
 * The `customer_ref` of a request: 1 to 255 printable characters. Clients resolve `.` and `..` in a path,
 * also as `%2e`: a person with such a reference could neither be read nor erased.
 */
export const customerRefSchema = z
  .string()
  .min(1)
  .max(255)
  .regex(/^(?!\.{1,2}$)[^\p{C}\p{Zl}\p{Zp}]+$/u, "must be printable characters, and not . or .. alone")
  .describe("The caller's own name for the person: printable characters, and neither `.` nor `..`.");

/** The body of a call about one person, whose reference is not in the address. */
export const personBody = {
  schema: z.strictObject({ customer_ref: customerRefSchema }),
  example: { customer_ref: "user-4711" },
};

export const modelVersion = z.string().describe("Name and version of the model that judged.");
export const bbox = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .describe("[x, y, width, height] in the upload's pixels.");

/** The time when a result was made, which is in the result's answer but not in its event's data. */
export const createdAt = { created_at: timestamp };

/** A reason's code in the view for a session token. */
export const visibleReasonName = z
  .enum(VISIBLE_REASONS)
  .describe("What the person can mend is told as it is, everything else as `not_accepted`.");

/** The code for a session token, from any reason's code. */
export const visibleReasonOf = z.string().transform(visibleReason).pipe(visibleReasonName);

/** `quality` of contract §4.3. */
export const faceQuality = z
  .object({
    score: unit.describe("Higher is better."),
    acceptable: z.boolean(),
    issues: z.array(z.enum(CAPTURE_ISSUES)),
    components: z
      .object(
        Object.fromEntries(QUALITY_COMPONENTS.map((name) => [name, unit.describe(describeComponent(name))])),
      )
      .describe("Named after ISO/IEC 29794-5; higher is better."),
    pose: z
      .object({ yaw: z.number(), pitch: z.number(), roll: z.number() })
      .describe("Degrees; yaw > 0 is towards the subject's own left, pitch > 0 is up."),
    face: z.object({ bbox, confidence: unit, count: z.int().min(1) }),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: "FaceQuality", description: "The quality of a capture of a face." });

/** A page of a list (contract §8.3). */
export const pageOf = (item: z.ZodType) =>
  z.object({
    data: z.array(item).describe("Newest first."),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe("The `cursor` of the next page."),
  });

export const exampleTime = "2026-03-14T09:26:53.589Z";

export const exampleQuality = {
  score: 0.91,
  acceptable: true,
  issues: [],
  components: {
    sharpness: 0.88,
    brightness: 0.95,
    contrast: 0.9,
    face_size: 1,
    pose: 0.97,
    occlusion: 0.93,
    eyes_open: 0.96,
  },
  pose: { yaw: 2.1, pitch: -1.4, roll: 0.3 },
  face: { bbox: [212, 180, 402, 540], confidence: 0.99, count: 1 },
  width: 1080,
  height: 1440,
};
