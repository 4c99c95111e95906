import { z } from "zod";
import { DOCUMENT_TYPES, type DocumentType } from "../verdicts/document-type.ts";

/** Strength of a liveness check, weakest first. A policy's mode is the least that is accepted. */
export const LIVENESS_MODES = ["passive", "burst", "challenge"] as const;
export type LivenessMode = (typeof LIVENESS_MODES)[number];

export const MAX_CAPTURE_FAILURES = 10;

/** How much of a person's pictures is kept; each word keeps what the one before does. */
export const STORE_MEDIA = ["none", "portrait", "evidence"] as const;
export type StoreMedia = (typeof STORE_MEDIA)[number];

/** A word, or what it was called before: true is `portrait`, false is `none`. */
export const storeMediaSchema = z
  .union([z.enum(STORE_MEDIA), z.boolean()])
  .transform((given): StoreMedia => (typeof given === "string" ? given : given ? "portrait" : "none"));

const uniqueList = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .array(z.enum(values))
    .min(1)
    .refine((list) => new Set(list).size === list.length, "must not name anything twice")
    .meta({ uniqueItems: true });

const documentTypes = Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]];

/** Every key of a policy (contract §3), with its range and default. */
export const policyFields = z.strictObject({
  steps: uniqueList(["document", "liveness"]).default(["document", "liveness"]),
  liveness_mode: z.enum(LIVENESS_MODES).default("passive"),
  document_types: uniqueList(documentTypes).default([
    "cid",
    "passport",
    "driving_license",
    "residence_permit",
  ]),
  require_face_match: z.boolean().optional(),
  liveness_level: z.enum(["standard"]).default("standard"),
  face_match_level: z.enum(["fmr_1e-2", "fmr_1e-3", "fmr_1e-4"]).default("fmr_1e-3"),
  max_attempts: z.int().min(1).max(10).default(3),
  on_fraud_suspicious: z.enum(["review", "decline"]).default("review"),
  dedupe: z.enum(["off", "review", "decline"]).default("off"),
  min_age: z.int().min(0).max(120).nullable().default(null),
  expires_in_seconds: z.int().min(300).max(604_800).default(86_400),
  store_media: storeMediaSchema.default("none"),
});

/** What a tenant may ask of a verification, resolved with defaults. Unknown keys are refused. */
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

/** Whether a check of one mode is at least as strong as the mode that is asked for. */
export function isStrongEnough(mode: LivenessMode, atLeast: LivenessMode): boolean {
  return LIVENESS_MODES.indexOf(mode) >= LIVENESS_MODES.indexOf(atLeast);
}
