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
  steps: uniqueList(["document", "liveness"]).default(["document", "liveness"]),
  liveness_mode: z.enum(LIVENESS_MODES).default("passive"),
  document_types: uniqueList(DOCUMENT_TYPES).default(
    DOCUMENT_TYPES.filter((type) => factsOf(type).acceptedByDefault),
  ),
  require_face_match: z.boolean().optional(),
  liveness_level: z.enum(LIVENESS_LEVELS).default("standard"),
  face_match_level: z.enum(MATCH_LEVELS).default(DEFAULT_MATCH_LEVEL),
  max_attempts: z.int().min(1).max(10).default(3),
  on_fraud_suspicious: z.enum(["review", "decline"]).default("review"),
  dedupe: z.enum(["off", "review", "decline"]).default("off"),
  min_age: z.int().min(0).max(120).nullable().default(null),
  expires_in_seconds: z.int().min(OPEN_SECONDS.min).max(OPEN_SECONDS.max).default(86_400),
  store_media: storeMediaSchema.default("none"),
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
  require_face_match: z.boolean(),
  store_media: z.enum(STORE_MEDIA),
});

/** Whether a mode is at least as strong as the required one. */
export function isStrongEnough(mode: LivenessMode, atLeast: LivenessMode): boolean {
  return LIVENESS_MODES.indexOf(mode) >= LIVENESS_MODES.indexOf(atLeast);
}
