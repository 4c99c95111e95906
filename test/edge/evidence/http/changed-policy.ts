import { type Policy, policySchema } from "#edge/verification/policy.ts";
import { pick, type Random } from "#lab/material/random.ts";

/**
 * Other values of every policy field. A new field does not compile here until it has some; an empty list
 * means that only one value exists.
 */
const VALUES: { readonly [K in keyof Required<Policy>]: readonly Policy[K][] } = {
  steps: [["document"], ["liveness"], ["document", "liveness"]],
  liveness_mode: ["passive", "burst", "challenge"],
  document_types: [["passport"], ["cid"], ["cid", "passport", "driving_license", "residence_permit"]],
  require_face_match: [true, false],
  liveness_level: [],
  face_match_level: ["fmr_1e-2", "fmr_1e-3", "fmr_1e-4"],
  max_attempts: [1, 2, 5],
  on_fraud_suspicious: ["review", "decline"],
  dedupe: ["off", "review", "decline"],
  min_age: [null, 18, 60],
  expires_in_seconds: [300, 600, 86_400],
  on_expected_mismatch: ["review", "decline", "report"],
  expected_name_match: ["tolerant", "exact"],
  store_media: ["none", "evidence"],
};

/** Fields on which no decision rests, or that have one value. */
export const WITHOUT_EFFECT: readonly (keyof Policy)[] = ["liveness_level", "store_media"];

export const FIELDS = Object.keys(VALUES) as (keyof Policy)[];

/** The policy with another value in a field; null if it has none that fits the others. */
export function changedIn(field: keyof Policy, policy: Policy, random: Random): Policy | null {
  const others = VALUES[field].filter((value) => JSON.stringify(value) !== JSON.stringify(policy[field]));
  if (others.length === 0) return null;
  const { require_face_match, ...rest } = { ...policy, [field]: pick(random, others) };
  // Without a wish of its own, faces are compared if both steps run.
  const isWished = field === "require_face_match" || !policy.require_face_match;
  const parsed = policySchema.safeParse(isWished ? { ...rest, require_face_match } : rest);
  return parsed.success ? parsed.data : null;
}
