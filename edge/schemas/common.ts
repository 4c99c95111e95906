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

export const idOf = (kind: keyof typeof ID_PREFIXES) =>
  z.string().startsWith(ID_PREFIXES[kind]).describe(`An id: \`${ID_PREFIXES[kind]}\` and a ULID.`);
export const modeSchema = z
  .enum(MODES)
  .describe("`live` or `test`: the mode of the key or token. The two modes share no data.");

/** What is wrong with a text that should be a day or a time: one of this form may not be in the calendar. */
export const calendarText =
  (form: string) =>
  ({ input }: { readonly input?: unknown }): string => {
    const [day] = /^\d{4}-\d\d-\d\d/.exec(String(input)) ?? [];
    if (/^\d{9,13}$/.test(String(input))) return `is a Unix time: it ${form}`;
    return day === undefined || isInCalendar(day) ? form : `is not a day of the calendar: it ${form}`;
  };

function isInCalendar(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

export const timestamp = z.iso.datetime().describe("ISO 8601, UTC.");
export const unit = z.number().min(0).max(1);
export const customerRef = z.string().describe("Your own name for the end user.");

/**
 * The `customer_ref` of a request: 1 to 255 printable characters. Clients resolve `.` and `..` in a path,
 * also as `%2e`: a person with such a reference could neither be read nor erased.
 */
export const customerRefSchema = z
  .string()
  .min(1)
  .max(255)
  .regex(/^(?!\.{1,2}$|\p{Zs})[^\p{C}\p{Zl}\p{Zp}]+(?<!\p{Zs})$/u, {
    error: ({ input }) => {
      if (/^\.+$/.test(String(input))) return "must not be . or .. alone: no path can hold it";
      if (/^\p{Zs}+$/u.test(String(input))) return "must not be blank: it has spaces alone";
      if (/^\p{Zs}|\p{Zs}$/u.test(String(input))) return "must not begin or end with a space";
      return "must be printable characters: it has a line break, or another control or invisible character";
    },
  })
  .describe(
    "Your own name for the end user: 1 to 255 printable characters, without a space at either end, and not `.` or `..`.",
  );

/** A tenant's own name for something. */
export const ownName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}][^\p{C}\p{Zl}\p{Zp}]*$/u, {
    error: ({ input }) =>
      /^\p{Zs}+$/u.test(String(input))
        ? "must not be blank: it has spaces alone"
        : "must be printable characters",
  });

/** The body of a call about one person, whose reference is not in the address. */
export const personBody = {
  schema: z.strictObject({ customer_ref: customerRefSchema }),
  example: { customer_ref: "user-4711" },
};

export const modelVersion = z.string().describe("Name and version of the model that produced the score.");
export const bbox = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .describe("`[x, y, width, height]` in pixels of the uploaded image.");

/** The time when a result was made, which is in the result's answer but not in its event's data. */
export const createdAt = { created_at: timestamp };

/** A reason's code in the view for a session token. */
export const visibleReasonName = z
  .enum(VISIBLE_REASONS)
  .describe("A reason that the end user can correct, or `not_accepted` for every other one.");

/** The code for a session token, from any reason's code. */
export const visibleReasonOf = z.string().transform(visibleReason).pipe(visibleReasonName);

/** `quality` of contract §4.3. */
export const faceQuality = z
  .object({
    score: unit.describe("Higher is better."),
    acceptable: z.boolean().describe("Whether the image can be used: true if `issues` is empty."),
    issues: z.array(z.enum(CAPTURE_ISSUES)).describe("Why the image cannot be used, most important first."),
    components: z
      .object(
        Object.fromEntries(QUALITY_COMPONENTS.map((name) => [name, unit.describe(describeComponent(name))])),
      )
      .describe("Named after ISO/IEC 29794-5; higher is better."),
    pose: z
      .object({
        yaw: z.number().describe("Degrees; positive towards the person's own left."),
        pitch: z.number().describe("Degrees; positive is up."),
        roll: z.number().describe("Degrees of tilt."),
      })
      .describe("How the head is turned."),
    face: z
      .object({
        bbox,
        confidence: unit.describe("How certain the face detector is."),
        count: z.int().min(1).describe("Faces in the image."),
      })
      .describe("The largest face."),
    width: z.int().describe("Width of the image in pixels."),
    height: z.int().describe("Height of the image in pixels."),
  })
  .meta({ id: "FaceQuality", description: "The quality of an image of a face." });

/** A page of a list (contract §8.3). */
export const pageOf = (item: z.ZodType) =>
  z.object({
    data: z.array(item).describe("Newest first."),
    has_more: z.boolean().describe("Whether there is another page."),
    next_cursor: z
      .string()
      .nullable()
      .describe("Send this as `cursor` to get the next page; null on the last one."),
  });

/** When the examples' calls are made. */
export const exampleTime = "2026-03-14T09:26:53.589Z";

/** The time of the examples after so many seconds, such as the expiry of what a call has made. */
export const exampleAfter = (seconds: number) =>
  new Date(Date.parse(exampleTime) + seconds * 1000).toISOString();

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
