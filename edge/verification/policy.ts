import { z } from "zod";
import { DOCUMENT_TYPES, factsOf } from "../../vocabulary/document-types.ts";
import {
  LIVENESS_LEVELS,
  LIVENESS_MODES,
  type LivenessMode,
  STORE_MEDIA,
  type StoreMedia,
} from "../../vocabulary/enumerations.ts";
import { DEFAULT_MATCH_LEVEL, MATCH_LEVELS } from "../../vocabulary/faces.ts";

export const MAX_CAPTURE_FAILURES = 10;

/** A level, or a boolean: true is `portrait`, false is `none`. */
const storeMediaSchema = z
  .union([z.enum(STORE_MEDIA), z.boolean()], `must be one of ${STORE_MEDIA.join(", ")}`)
  .transform((given): StoreMedia => (typeof given === "string" ? given : given ? "portrait" : "none"));

const uniqueList = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .array(z.enum(values))
    .min(1)
    .refine((list) => new Set(list).size === list.length, "must not name anything twice")
    .meta({ uniqueItems: true });

/** The limits of a verification's lifetime, in seconds. */
const OPEN_SECONDS = { min: 300, max: 604_800 } as const;

/** Every key of a policy (contract §3.5), with its range and default. */
const policyFields = z.strictObject({
  steps: uniqueList(["document", "liveness"])
    .default(["document", "liveness"])
    .describe("The steps that the end user has to pass."),
  liveness_mode: z
    .enum(LIVENESS_MODES)
    .default("passive")
    .describe(
      "The weakest accepted liveness check. `passive`: one selfie. `burst`: 3 to 5 selfies while the head turns a little. `challenge`: a movement that the service picks.",
    ),
  document_types: uniqueList(DOCUMENT_TYPES)
    .default(DOCUMENT_TYPES.filter((type) => factsOf(type).acceptedByDefault))
    .describe("Accepted document types. `cid` is a national identity card."),
  require_face_match: z
    .boolean()
    .optional()
    .describe(
      "Whether the selfie has to match the document's portrait. Default: true if `steps` has both steps, otherwise false.",
    ),
  liveness_level: z
    .enum(LIVENESS_LEVELS)
    .default("standard")
    .describe("Strictness of the liveness limits. `standard` is the only level."),
  face_match_level: z
    .enum(MATCH_LEVELS)
    .default(DEFAULT_MATCH_LEVEL)
    .describe(
      "Strictness of the face match, by its false match rate (FMR). `fmr_1e-3`: one pair of different people in 1,000 matches. `fmr_1e-2`: one in 100. `fmr_1e-4`: one in 10,000.",
    ),
  max_attempts: z.int().min(1).max(10).default(3).describe("Attempts at each step before it fails."),
  on_fraud_suspicious: z
    .enum(["review", "decline"])
    .default("review")
    .describe("What happens if the fraud decision is `suspicious`."),
  dedupe: z
    .enum(["off", "review", "decline"])
    .default("off")
    .describe(
      "Whether the selfie is searched in the gallery of registered faces, and what a match under another `customer_ref` leads to.",
    ),
  min_age: z
    .int()
    .min(0)
    .max(120)
    .nullable()
    .default(null)
    .describe("Minimum age in years, by the document's date of birth. null: no minimum."),
  expires_in_seconds: z
    .int()
    .min(OPEN_SECONDS.min)
    .max(OPEN_SECONDS.max)
    .default(86_400)
    .describe("Seconds until an open verification expires."),
  store_media: storeMediaSchema
    .default("none")
    .describe(
      "Images to store. `none`: no images. `portrait`: the document's portrait. `evidence`: all images that were checked. In requests, `true` means `portrait`, and `false` means `none`.",
    ),
});

/** The policy of a verification, completed with defaults. Unknown keys are refused. */
export const policySchema = policyFields.transform(({ require_face_match, ...policy }, context) => {
  const comparable = policy.steps.includes("document") && policy.steps.includes("liveness");
  if (require_face_match === true && !comparable) {
    context.addIssue({
      code: "custom",
      path: ["require_face_match"],
      message: "needs both the document and the liveness step",
    });
  }
  if (policy.dedupe !== "off" && !policy.steps.includes("liveness")) {
    context.addIssue({ code: "custom", path: ["dedupe"], message: "needs the liveness step" });
  }
  return { ...policy, require_face_match: require_face_match ?? comparable };
});

export type Policy = z.output<typeof policySchema>;

/** A policy as stored at a verification's creation. */
export const resolvedPolicySchema = policyFields.extend({
  require_face_match: z.boolean().describe("Whether the selfie has to match the document's portrait."),
  store_media: z
    .enum(STORE_MEDIA)
    .describe(
      "Images that are stored. `none`: no images. `portrait`: the document's portrait. `evidence`: all images that were checked.",
    ),
});

/** Whether a mode is at least as strong as the required one. */
export function isStrongEnough(mode: LivenessMode, atLeast: LivenessMode): boolean {
  return LIVENESS_MODES.indexOf(mode) >= LIVENESS_MODES.indexOf(atLeast);
}
