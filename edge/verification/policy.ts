import { z } from "zod";
import { MISMATCH_RULES, NAME_MATCHES } from "../../vocabulary/details.ts";
import { DOCUMENT_TYPES, factsOf } from "../../vocabulary/document-types.ts";
import {
  LIVENESS_LEVELS,
  LIVENESS_MODES,
  type LivenessMode,
  STORE_MEDIA,
  type StoreMedia,
} from "../../vocabulary/enumerations.ts";
import { DEFAULT_MATCH_LEVEL, MATCH_LEVELS } from "../../vocabulary/faces.ts";
import { KNOWN_RULES, type KnownRule } from "../../vocabulary/own-checks.ts";
import {
  CHIP_STRENGTHS,
  DOCUMENT_EVIDENCE,
  type DocumentEvidence,
} from "../../vocabulary/signed-evidence.ts";
import { CONTEST_RULES } from "../../vocabulary/verifications.ts";
import { credentialFaults, credentialField } from "./credential-policy.ts";
import { externalChecks } from "./policy-checks.ts";
import { ageOnlyFaults, isAgeOnly, purposeField, withPurpose } from "./purpose.ts";
import { asksToRegister, comparesRegistered, returningFaults, returningFields } from "./returning.ts";

export const MAX_CAPTURE_FAILURES = 10;

/** A level, or a boolean: true is `portrait`, false is `none`. */
const storeMediaSchema = z
  .union([z.enum(STORE_MEDIA), z.boolean()], `must be one of ${STORE_MEDIA.join(", ")}`)
  .transform((given): StoreMedia => (typeof given === "string" ? given : given ? "portrait" : "none"));

const twiceIn = (list: readonly string[]) => list.find((each, i) => list.indexOf(each) !== i);

const ALIASES = new Map(
  DOCUMENT_TYPES.flatMap((type) => (factsOf(type).aliases ?? []).map((alias) => [alias, type] as const)),
);

/** A document type by our name or another one of an upload; ours is kept. */
const documentTypeOrAlias = z
  .enum([...DOCUMENT_TYPES, ...ALIASES.keys()], `must be one of ${DOCUMENT_TYPES.join(", ")}`)
  .transform((name) => ALIASES.get(name) ?? name)
  .pipe(z.enum(DOCUMENT_TYPES));

const uniqueList = <Word extends string, Given extends string>(item: z.ZodType<Word, Given>) =>
  z
    .array(item)
    .min(1)
    .refine((list) => new Set(list).size === list.length, {
      error: ({ input }) => `must not name ${twiceIn(input as readonly string[])} twice`,
    })
    .meta({ uniqueItems: true });

/** The limits of a verification's lifetime, in seconds. */
const OPEN_SECONDS = { min: 300, max: 604_800 } as const;

const DESCRIPTIONS = {
  document_evidence:
    "How the document may be shown. `picture`, the default: photos of it. `chip`: the files of its chip (ICAO Doc 9303), which an app has read. `chip` needs `require_face_match` and `liveness_mode: challenge`: signed files can be copied, so that who presents them is proven by the live face. `credential`: a wallet credential of a kind that `credential.accept` lists.",
  require_face_match:
    "Whether the selfie is compared with the portrait on the document. It needs both steps. By default it is true if both steps run, except with `match_registered`.",
  contest:
    "Whether a person whom the service has declined may ask for a decision by a human. `off`, the default. `on`: for 14 days, once, on the hosted page or with a session token. The images that a review needs are kept for that time.",
  store_media:
    "The images that are stored, encrypted, after the decision. Until then reviewers see every image that they need. `none`: no image. `portrait`: the portrait of the document. `evidence`: also the document images and the best selfie frame. `true` means `portrait`, and `false` means `none`.",
} as const;

/** Every key of a policy (contract §3.5), with its range and default. */
export const policyFields = z.strictObject({
  steps: uniqueList(z.enum(["document", "liveness"]))
    .default(["document", "liveness"])
    .describe(
      "The steps to run. `document`: read a document and check it for fraud. `liveness`: check a selfie.",
    ),
  liveness_mode: z
    .enum(LIVENESS_MODES)
    .default("passive")
    .describe(
      "The weakest liveness check that counts. `passive`: one selfie. `burst`: 3 to 5 selfies of a moving head. `challenge`: 2 to 5 selfies with a requested movement. An inconclusive check always requires a challenge.",
    ),
  document_types: uniqueList(documentTypeOrAlias)
    .default(DOCUMENT_TYPES.filter((type) => factsOf(type).acceptedByDefault))
    .describe(
      "The accepted document types. `cid`: a national identity card. `voter_id`: a voter card. `other`: any other document. The other names of an upload are accepted, too: `id_card` is stored as `cid`.",
    ),
  require_face_match: z.boolean().optional().describe(DESCRIPTIONS.require_face_match),
  liveness_level: z
    .enum(LIVENESS_LEVELS)
    .default("standard")
    .describe("The strictness of the liveness check. `standard` is the only level."),
  face_match_level: z
    .enum(MATCH_LEVELS)
    .default(DEFAULT_MATCH_LEVEL)
    .describe(
      "The false match rate (FMR) of the face comparison. `fmr_1e-2`: 1 in 100. `fmr_1e-3`: 1 in 1,000. `fmr_1e-4`: 1 in 10,000. A stricter level rejects more genuine people.",
    ),
  max_attempts: z
    .int()
    .min(1)
    .max(10)
    .default(3)
    .describe("The attempts for each step. The step fails after the last one."),
  on_fraud_suspicious: z
    .enum(["review", "decline"])
    .default("review")
    .describe(
      "What follows from a suspicious document. `review`: the verification goes to review. `decline`: it is declined.",
    ),
  dedupe: z
    .enum(["off", "review", "decline"])
    .default("off")
    .describe(
      "Whether the selfie is searched among the tenant's registered faces, and again before an approval by a later call. It needs the liveness step. `off`: no search. `review`: a match goes to review. `decline`: a match is declined if the gallery is small enough for the search's error rate, otherwise it goes to review.",
    ),
  min_age: z
    .int()
    .min(0)
    .max(120)
    .nullable()
    .default(null)
    .describe(
      "The minimum age in years, or null for none. A younger end user is declined. If the birth date could not be read, the verification goes to review. It needs the document step.",
    ),
  expires_in_seconds: z
    .int()
    .min(OPEN_SECONDS.min)
    .max(OPEN_SECONDS.max)
    .default(86_400)
    .describe("The seconds after which an open verification expires."),
  on_expected_mismatch: z
    .enum(MISMATCH_RULES)
    .optional()
    .describe(
      "What follows if the document shows other details than `expected`. `review`, the default: the verification goes to review. `decline`: a certain mismatch is declined, and the rest goes to review. `report`: nothing. Without `expected`, nothing is compared.",
    ),
  expected_name_match: z
    .enum(NAME_MATCHES)
    .optional()
    .describe(
      "How an expected name is compared. `tolerant`, the default: another spelling of the MRZ, another order and a missing middle name match. `exact`: they need a review.",
    ),
  ...returningFields,
  external_checks: externalChecks.optional(),
  repeat: z
    .enum(KNOWN_RULES)
    .optional()
    .describe(
      "What follows if the document was shown under another `customer_ref`. `off`, the default: nothing. `review`: the verification goes to review. `decline`: it is declined. It needs the document step.",
    ),
  block_list: z
    .enum(KNOWN_RULES)
    .optional()
    .describe(
      "What follows if the document is on your block list, or the face that `dedupe` found. `off`, the default: nothing. `review`: the verification goes to review. `decline`: it is declined.",
    ),
  document_evidence: uniqueList(z.enum(DOCUMENT_EVIDENCE))
    .optional()
    .describe(DESCRIPTIONS.document_evidence),
  credential: credentialField,
  chip_min_strength: z
    .literal(CHIP_STRENGTHS)
    .optional()
    .describe(
      "The weakest algorithms of a chip's signer that count, in bits of security (NIST SP 800-57). `80`, the default: all, such as RSA with 1,024 bits and SHA-1. `112`: RSA from 2,048 bits, curves from 224 bits and SHA-224. `128`: RSA from 3,072 bits, curves and SHA from 256 bits. A weaker chip does not count. It needs `chip` in `document_evidence`.",
    ),
  contest: z.enum(CONTEST_RULES).optional().describe(DESCRIPTIONS.contest),
  purpose: purposeField,
  store_media: storeMediaSchema.default("none").describe(DESCRIPTIONS.store_media),
});

/** Whether a rule on known documents does not apply. */
export const isOff = (rule: KnownRule | undefined) => rule === undefined || rule === "off";

/** How the document may be shown under the policy, in the tenant's order. */
export const evidenceOf = ({
  document_evidence: accepted = ["picture"],
}: {
  readonly document_evidence?: readonly DocumentEvidence[] | undefined;
}): readonly DocumentEvidence[] => accepted;

/** What is wrong with the fields for signed evidence, by field. */
function evidenceFaults(
  policy: z.output<typeof policyFields> & { readonly require_face_match: boolean },
): { path: [string]; message: string }[] {
  const { liveness_mode: mode, chip_min_strength: strength } = policy;
  const readsChips = evidenceOf(policy).includes("chip");
  const rules: readonly [boolean, string, string][] = [
    [
      readsChips && !(policy.require_face_match && mode === "challenge"),
      "document_evidence",
      "needs require_face_match: true and liveness_mode: challenge for chip. Set both, or remove chip",
    ],
    [
      strength !== undefined && !readsChips,
      "chip_min_strength",
      "needs chip in policy.document_evidence. Add it, or remove policy.chip_min_strength",
    ],
  ];
  return rules.flatMap(([isBroken, field, message]) => (isBroken ? [{ path: [field], message }] : []));
}

/** The fields that are set, and need a step that does not run. */
function stepFaults(policy: z.output<typeof policyFields>): { path: PropertyKey[]; message: string }[] {
  const wanting = policy.external_checks?.findIndex(({ fields }) => fields.length > 0) ?? -1;
  const rules: readonly [isSet: boolean, step: "document" | "liveness", path: PropertyKey[]][] = [
    [policy.dedupe !== "off", "liveness", ["dedupe"]],
    [!isOff(policy.repeat), "document", ["repeat"]],
    [policy.min_age !== null && !isAgeOnly(policy), "document", ["min_age"]],
    [wanting !== -1, "document", ["external_checks", wanting, "fields"]],
    [comparesRegistered(policy), "liveness", ["match_registered"]],
    [policy.document_evidence !== undefined, "document", ["document_evidence"]],
  ];
  return rules.flatMap(([isSet, step, path]) => {
    const message = `needs the ${step} step. Add ${step} to policy.steps, or remove policy.${z.core.toDotPath(path)}`;
    return isSet && !policy.steps.includes(step) ? [{ path, message }] : [];
  });
}

const completed = policyFields.transform(({ require_face_match, ...policy }, context) => {
  const comparable = policy.steps.includes("document") && policy.steps.includes("liveness");
  if (require_face_match === true && !comparable) {
    context.addIssue({
      code: "custom",
      path: ["require_face_match"],
      message:
        "needs both the document and the liveness step. Add the missing one to policy.steps, or remove policy.require_face_match",
    });
  }
  const matched = require_face_match ?? (comparable && !comparesRegistered(policy));
  const resolved = { ...policy, require_face_match: matched };
  for (const { path, message } of [
    ...stepFaults(policy),
    ...returningFaults({ ...resolved, wanted: require_face_match }),
    ...evidenceFaults(resolved),
    ...credentialFaults(resolved),
    ...ageOnlyFaults(resolved),
  ]) {
    context.addIssue({ code: "custom", path: [...path], message });
  }
  // A face that a single selfie could show is not enough to be recognised by.
  const isRecognised = comparesRegistered(policy) || asksToRegister(policy);
  return isRecognised ? { ...resolved, liveness_mode: "challenge" as const } : resolved;
});

export type Policy = z.output<typeof completed>;

/** The policy of a verification, completed with defaults. Unknown keys are rejected. */
export const policySchema = z.preprocess(withPurpose, completed);

/** The policy of a verification whose tenant expects details, with the defaults for their comparison. */
export const withExpected = (policy: Policy): Policy => ({
  ...policy,
  on_expected_mismatch: policy.on_expected_mismatch ?? "review",
  expected_name_match: policy.expected_name_match ?? "tolerant",
});

/** A policy as stored at a verification's creation. */
export const resolvedPolicySchema = policyFields.extend({
  require_face_match: z.boolean().describe(DESCRIPTIONS.require_face_match),
  store_media: z.enum(STORE_MEDIA).describe(DESCRIPTIONS.store_media),
});

/** Whether a mode is at least as strong as the required one. */
export function isStrongEnough(mode: LivenessMode, atLeast: LivenessMode): boolean {
  return LIVENESS_MODES.indexOf(mode) >= LIVENESS_MODES.indexOf(atLeast);
}
