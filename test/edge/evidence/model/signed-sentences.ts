import type { ClaimName } from "#edge/credentials/credential.ts";
import type { Policy } from "#edge/verification/policy.ts";
import type { Outcome } from "#edge/verification/types.ts";
import type { CredentialKind } from "#vocabulary/credentials.ts";
import type { ChipShown, CredentialShown } from "./commands.ts";
import type { Accepted, Sentence } from "./history.ts";

/** The outcomes and reasons of signed data for both parts of a document; undefined: no such result. */
interface Must {
  readonly ocr: readonly [Outcome, string | null] | undefined;
  readonly fraud: readonly [Outcome, string | null];
}

const PASSED = ["passed", null] as const;
const bothOf = (outcome: Outcome, reason: string): Must => ({
  ocr: [outcome, reason],
  fraud: [outcome, reason],
});
const FORGED: Must = { ocr: undefined, fraud: ["failed", "fraud_fraudulent"] };

/** The claims that a request needs, by the contract: those of the policy alone. */
const mustAsk = ({ purpose, require_face_match: matched }: Policy): readonly ClaimName[] => [
  ...(purpose === "age"
    ? (["age_over"] as const)
    : ([
        ...["family_name", "given_name", "birth_date", "document_number", "expiry_date"],
        ...["issuing_country", "nationality"],
      ] as ClaimName[])),
  ...(matched ? (["portrait"] as const) : []),
];

/** Claims that not every kind has. */
const ONLY_OF: Readonly<Partial<Record<ClaimName, readonly CredentialKind[]>>> = {
  nationality: ["pid"],
  portrait: ["mdl", "photo_id", "pid"],
};
const AGE_KIND: readonly ClaimName[] = ["age_over"];

/** Whether a credential says this, if the request asks for what it must. */
const says = ({ kind, lacks }: CredentialShown, claim: ClaimName, policy: Policy) =>
  mustAsk(policy).includes(claim) &&
  (ONLY_OF[claim]?.includes(kind) ?? true) &&
  (kind !== "age" || AGE_KIND.includes(claim)) &&
  lacks !== claim;

/** Whether the policy's requests accept the kind. */
export const acceptsKind = ({ credential }: Policy, kind: CredentialKind): boolean =>
  credential === undefined ? kind !== "age" : credential.accept.includes(kind);

/** Claims without which a credential is `not_readable`. */
const NEEDED: readonly ClaimName[] = [
  ...["family_name", "given_name", "birth_date", "expiry_date", "issuing_country"],
] as ClaimName[];

const isForged = ({ issuer, fault, signed }: CredentialShown, has: (claim: ClaimName) => boolean) =>
  fault === "digests" ||
  (fault === "country" && has("issuing_country")) ||
  fault === "signature" ||
  (issuer !== "unknown" && (signed === "before" || signed === "after"));

/** Contract §7.9 by the truth of a credential. */
function mustOfCredential(shown: CredentialShown, policy: Policy): Must {
  const has = (claim: ClaimName) => says(shown, claim, policy);
  const isAge = policy.purpose === "age";
  if (shown.fault === "unread") return FORGED;
  if (shown.issuer === "other_curve") return bothOf("capture_quality", "unsupported_algorithm");
  if (isForged(shown, has)) return FORGED;
  if (shown.issuer !== "trusted") return bothOf("capture_quality", "unknown_issuer");
  if (shown.standing === "revoked") return bothOf("capture_quality", "credential_revoked");
  if (shown.validity === "too_early" || shown.validity === "over")
    return bothOf("capture_quality", "credential_expired");
  if (!(isAge ? AGE_KIND : NEEDED).every(has)) return bothOf("capture_quality", "credential_incomplete");
  return { fraud: PASSED, ocr: isAge ? ageOf(shown) : identityOf(shown, policy) };
}

const ageOf = ({ holder }: CredentialShown): Must["ocr"] =>
  holder === "young" ? ["failed", "under_min_age"] : PASSED;

function identityOf({ holder }: CredentialShown, { min_age }: Policy): Must["ocr"] {
  if (holder === "expired") return ["retry", "document_expired"];
  return holder === "young" && min_age !== null ? ["failed", "under_min_age"] : PASSED;
}

/** Contract §7.8 by the truth of a chip, beside the photo that counts. What it reads is drawn. */
function mustOfChip(chip: ChipShown, { beside }: Accepted, policy: Policy): Must {
  const { chip_min_strength: least = 0, on_fraud_suspicious: rule } = policy;
  if (chip.fraud === "capture_quality") return bothOf("capture_quality", "unknown_issuer");
  if (chip.fraud === "failed") return FORGED;
  if (chip.strength < least) return bothOf("capture_quality", "chip_too_weak");
  const contradicts = beside !== undefined && beside.zone !== chip.document;
  const found = rule === "decline" ? "failed" : "adverse";
  return { ocr: [chip.ocr, null], fraud: contradicts ? [found, "chip_contradicts"] : PASSED };
}

/** Whether a credential's portrait may be compared: who has none is left to a person. */
export const hasPortrait = (shown: CredentialShown, policy: Policy) => says(shown, "portrait", policy);

/** Whether a passed result lifts what pixels say of the photo that it was compared with. */
export function mayLift({ chip, credential, beside }: Accepted): boolean {
  if (beside === undefined) return false;
  if (chip !== undefined) return chip.isOriginal && beside.zone === chip.document;
  if (credential === undefined) return false;
  const { document, lacks, holder } = credential;
  return lacks !== "document_number" && holder === "valid" && beside.zone === document;
}

const newest = (history: readonly Accepted[], part: Accepted["part"]) =>
  history.findLast((each) => each.part === part && each.outcome !== "capture_quality");

const mustOf = (each: Accepted, policy: Policy): Must | null => {
  if (each.chip !== undefined) return mustOfChip(each.chip, each, policy);
  return each.credential === undefined ? null : mustOfCredential(each.credential, policy);
};

/** Whether signed data came to the outcome of its part, and its other part came with it. */
function isJudgedRight(each: Accepted, history: readonly Accepted[], policy: Policy): boolean {
  const must = each.part === "ocr" || each.part === "fraud" ? mustOf(each, policy) : null;
  if (must === null) return true;
  const [outcome, reason] = must[each.part as "ocr" | "fraud"] ?? [];
  const parts = history.filter(({ capture }) => capture === each.capture).map(({ part }) => part);
  const isWhole = parts.includes("fraud") && parts.includes("ocr") === (must.ocr !== undefined);
  const isSaid = each.said === undefined || each.said === reason;
  return each.outcome === outcome && isSaid && isWhole;
}

/** The credential whose portrait a comparison needs. */
const behind = (comparison: Accepted, history: readonly Accepted[]) =>
  history.find(({ part, resultIds }) => part === "ocr" && resultIds[0] === comparison.pair?.portrait)
    ?.credential;

/** Contract §3.6.7, contract §7.8 and contract §7.9. */
export const SIGNED_SENTENCES: readonly [string, Sentence][] = [
  [
    "a chip and a credential come to what their tables say",
    (history, { policy }) => history.every((each) => isJudgedRight(each, history, policy)),
  ],
  [
    "a wallet is asked for exactly the claims that the policy needs",
    (history, { policy }) =>
      history.every(
        ({ asked, credential }) =>
          asked === undefined ||
          JSON.stringify([...asked].sort()) ===
            JSON.stringify(
              mustAsk(policy)
                .filter((claim) => says({ ...credential!, lacks: null }, claim, policy))
                .sort(),
            ),
      ),
  ],
  [
    "approved: a credential of an accepted kind, that a trusted issuer signed, in its validity, with all that is needed",
    (history, { policy, decision }) => {
      const shown = newest(history, "ocr")?.credential;
      if (decision !== "approved" || shown === undefined || !policy.steps.includes("document")) return true;
      const isAccepted = policy.document_evidence?.includes("credential") && acceptsKind(policy, shown.kind);
      const { ocr, fraud } = mustOfCredential(shown, policy);
      return isAccepted === true && ocr?.[0] === "passed" && fraud[0] === "passed";
    },
  ],
  [
    "approved: a credential is of the person whose face is compared, so that it has a portrait",
    (history, { policy, decision }) => {
      const shown = newest(history, "ocr")?.credential;
      if (decision !== "approved" || !policy.require_face_match || shown === undefined) return true;
      return hasPortrait(shown, policy);
    },
  ],
  [
    "a face without a credential's portrait is left to a person",
    (history, { policy }) =>
      history.every((each) => {
        const shown = each.part === "comparison" ? behind(each, history) : undefined;
        const isLeft = each.outcome === "review" && each.said === "credential_without_portrait";
        return shown === undefined || hasPortrait(shown, policy) || isLeft;
      }),
  ],
];
