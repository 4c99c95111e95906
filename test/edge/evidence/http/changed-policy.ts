import { type Policy, policySchema } from "#edge/verification/policy.ts";
import { comparesRegistered } from "#edge/verification/returning.ts";
import { pick, type Random } from "#lab/material/random.ts";

const check = (name: string, deadline_seconds: number, on_deadline: "review" | "decline") => ({
  ...{ name, deadline_seconds, on_deadline, fields: [] },
});

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
  match_registered: [undefined, "off", "require", "approval_only"],
  register_on_approval: [undefined, "off", "create", "replace"],
  external_checks: [
    undefined,
    [check("a", 60, "review")],
    [check("a", 60, "decline"), check("b", 600, "review")],
    [check("a", 600, "review"), check("b", 60, "decline")],
  ],
  repeat: [undefined, "off", "review", "decline"],
  block_list: [undefined, "off", "review", "decline"],
  document_evidence: [undefined, ["picture"], ["picture", "chip"], ["chip"]],
  credential: [],
  chip_min_strength: [undefined, 80, 112, 128],
  contest: [undefined, "off", "on"],
  purpose: [undefined, "identity", "age"],
  store_media: ["none", "evidence"],
};

/** What an age check requires of the other fields. */
const BESIDE_AGE = {
  ...{ min_age: 18, on_fraud_suspicious: "decline", expires_in_seconds: 900 },
  ...{ steps: ["document", "liveness"], store_media: "none", dedupe: "off", external_checks: undefined },
  ...{
    match_registered: "off",
    register_on_approval: "off",
    repeat: "off",
    block_list: "off",
    contest: "off",
  },
} as const;

/** Fields on which no decision rests, or that have one value. */
export const WITHOUT_EFFECT: readonly (keyof Policy)[] = ["liveness_level", "contest", "store_media"];

/** Fields of which a replay needs more than every call measures: sequences begin with a value of them. */
export const MEASURED_ON_REQUEST: readonly (keyof Policy)[] = [
  ...(["match_registered", "external_checks", "repeat", "block_list"] as const),
];

export const FIELDS = Object.keys(VALUES) as (keyof Policy)[];

/** The policy with another value in a field; null if it has none that fits the others. */
export function changedIn(field: keyof Policy, policy: Policy, random: Random): Policy | null {
  const others = VALUES[field].filter((value) => JSON.stringify(value) !== JSON.stringify(policy[field]));
  if (others.length === 0) return null;
  const value = pick(random, others);
  const beside = value === "age" ? BESIDE_AGE : {};
  const { require_face_match, ...rest } = { ...policy, ...beside, [field]: value };
  // Without a wish of its own, faces are compared if both steps run.
  const isWished =
    field === "require_face_match" || (!policy.require_face_match && !comparesRegistered(policy));
  const parsed = policySchema.safeParse(isWished ? { ...rest, require_face_match } : rest);
  return parsed.success ? parsed.data : null;
}
