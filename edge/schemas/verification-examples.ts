import type { DocumentEvidence } from "../../vocabulary/signed-evidence.ts";
import type { Decision, StepName, StepStatus } from "../../vocabulary/verifications.ts";
import { applyAnswer, cancel } from "../verification/machine.ts";
import type { Policy } from "../verification/policy.ts";
import { externalChecks } from "../verification/policy-checks.ts";
import { reasonMessage } from "../verification/reasons/messages.ts";
import { renderCompleted, renderVerification } from "../verification/render.ts";
import type { Step, Verification } from "../verification/types.ts";
import { exampleTime } from "./common.ts";

/** When the example's verification was created: it is at `exampleTime` that the calls about it are made. */
const CREATED = Date.parse(exampleTime) - 103_589;
const after = (seconds: number) => CREATED + seconds * 1000;
const NOW = Date.parse(exampleTime);

export const exampleId = "vf_01JPA6Z8W4K8N2P4R6S8T0V2W4";

export const examplePolicyId = "pol_01JPA6Z8W4K8N2P4R6S8T0V2W4";

export const examplePolicy = {
  steps: ["document", "liveness"],
  liveness_mode: "passive",
  document_types: ["cid", "passport", "driving_license", "residence_permit"],
  require_face_match: true,
  liveness_level: "standard",
  face_match_level: "fmr_1e-3",
  max_attempts: 3,
  on_fraud_suspicious: "review",
  dedupe: "off",
  min_age: null,
  expires_in_seconds: 86400,
  store_media: "none",
} satisfies Policy;

const RESULTS = {
  document: ["ocr_01JPA70M3BX4Z6C8E0G2J4K6M8", "fc_01JPA70QN9D1F3H5K7M9P1R3T5"],
  liveness: ["lc_01JPA713F5H7K9N1Q3S5V7X9Z1"],
  face_match: ["fm_01JPA716Q8R0T2V4X6Z8B0D2F4"],
} as const;

const SETTLED = { document: 40, liveness: 75, face_match: 75 } as const;

const unsettled = { maxAttempts: 3, reason: null, capture: null, findings: [], parts: {} } as const;

const pendingStep = (name: StepName): Step => ({
  ...{ ...unsettled, name, status: "pending", attempts: 0, resultIds: [], updatedAt: null },
});

const passedStep = (
  name: StepName,
  resultIds: readonly string[] = RESULTS[name],
  at = after(SETTLED[name]),
): Step => ({
  ...{ ...unsettled, name, status: "passed", attempts: 1, resultIds, updatedAt: at },
});

/** Its document has passed; the selfie is next. */
const inProgress: Verification = {
  ...{ id: exampleId, customerRef: "user-4711", status: "in_progress", decision: null },
  ...{ decisionReasons: [], nextAction: { type: "liveness_check" }, policy: examplePolicy, revision: 2 },
  steps: [passedStep("document", RESULTS.document, NOW), pendingStep("liveness"), pendingStep("face_match")],
  ...{ createdAt: CREATED, expiresAt: after(86_400) },
  ...{ completedAt: null, reviewedAt: null, proposal: null, contestedAt: null },
  ...{ contestText: null, capture: null, boundDevice: null, consent: null, expected: null, checks: null },
  ...{ policyId: null, policyVersion: null, metadata: null, recalledAt: null },
};

/** An approved verification under a named policy. */
const approved: Verification = {
  ...inProgress,
  ...{ status: "completed", decision: "approved", nextAction: null, revision: 4 },
  steps: [passedStep("document"), passedStep("liveness"), passedStep("face_match")],
  completedAt: after(75),
  ...{ policyId: examplePolicyId, policyVersion: 2, metadata: { order: "4711" } },
};

const PLACE = { publicUrl: "https://selfsame.example", mode: "test" } as const;
const rendered = (verification: Verification) => renderVerification(PLACE, verification, NOW);

interface ExampleOutcome {
  readonly decision: Decision;
  /** The document's reason, and what was found. */
  readonly reason: string;
  readonly found?: string;
  readonly document: StepStatus;
  readonly contestedAt?: number | null;
}

/** The verification after a decision about its document. */
function decided({ decision, reason: code, found, document: status, contestedAt = null }: ExampleOutcome) {
  const reason = status === "passed" ? null : code;
  const [document, ...others] = approved.steps;
  return {
    ...approved,
    ...{ decision, contestedAt, steps: [{ ...document!, status, reason }, ...others] },
    decisionReasons: [{ code, step: "document", message: reasonMessage({ code, found }, "document") }],
  } satisfies Verification;
}

/** The data of an event as they are sent: of an approval, or of a decision about the document. */
export const exampleEventData = (outcome?: ExampleOutcome) =>
  renderCompleted(outcome === undefined ? approved : decided(outcome), PLACE);

export const exampleVerification = rendered(inProgress);

/** Of the answer to `{"customer_ref": "user-4711", "policy": {"liveness_mode": "challenge"}}`. */
const exampleCreated = rendered({
  ...inProgress,
  ...{ status: "created", nextAction: { type: "ocr_scan" } },
  policy: { ...examplePolicy, liveness_mode: "challenge" },
  steps: (["document", "liveness", "face_match"] as const).map(pendingStep),
});

export const exampleCanceled = rendered(cancel(inProgress, NOW));

const suspicious = {
  decision: "review",
  document: "review",
  reason: "fraud_suspicious",
  found: "Possible tampering in the portrait",
} as const;

/** As it waits for a reviewer, and as one has decided it. */
export const exampleInReview = rendered(decided(suspicious));
export const exampleReviewed = rendered({
  ...decided({ decision: "approved", document: "passed", reason: "identity_confirmed" }),
  reviewedAt: NOW,
});

/** The check of the tenant's own that the examples ask for, and answer. */
export const exampleAnswer = {
  outcome: "review",
  reference: "case-812",
  reason: "same name and birth date as an entry",
} as const;

const CHECK = { name: "watchlist", fields: ["full_name", "date_of_birth"] };
const DEADLINE = after(3675);
export const exampleDeadline = new Date(DEADLINE).toISOString();

const waiting = { answeredAt: null, reference: null, reason: null } as const;

/** As the answer to the tenant's own check has decided it. */
export const exampleChecked = rendered(
  applyAnswer(
    {
      ...{
        ...approved,
        status: "in_progress",
        decision: null,
        completedAt: null,
        expiresAt: after(2 * 86_400),
      },
      policy: { ...examplePolicy, external_checks: externalChecks.parse([CHECK]) },
      checks: [
        {
          ...{ ...waiting, name: "watchlist", status: "pending" },
          ...{ requestedAt: after(75), deadline: DEADLINE },
        },
      ],
    },
    { name: "watchlist", ...exampleAnswer },
    NOW,
  ).verification,
);

/** As it stands after the document was shown by a chip or a wallet, whose result is this. */
export const exampleShownBy = (evidence: DocumentEvidence, resultId: string) =>
  rendered({
    ...inProgress,
    policy: { ...examplePolicy, document_evidence: ["picture", evidence] },
    steps: [passedStep("document", [resultId], NOW), pendingStep("liveness"), pendingStep("face_match")],
  });

/** The answer to the example request of `POST /v1/verifications`. */
export const exampleCreation = {
  verification: exampleCreated,
  session_token: {
    token: "svc_tok_test_eyJhbGciOiJFZERTQSJ9",
    jti: "jti_01JPA6Z8W4K8N2P4R6S8T0V2W4",
    expires_at: new Date(after(1800)).toISOString(),
  },
  url: "https://selfsame.example/verify#svc_link_test_5Kd3",
  url_expires_at: exampleCreated.expires_at,
};
