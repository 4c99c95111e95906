import type { Decision, StepName, StepStatus } from "../../vocabulary/verifications.ts";
import type { Policy } from "../verification/policy.ts";
import { reasonMessage } from "../verification/reasons/messages.ts";
import { renderCompleted } from "../verification/render.ts";
import type { Step, Verification } from "../verification/types.ts";
import { exampleTime } from "./common.ts";

const passed = { status: "passed", attempts: 1, max_attempts: 3, reason: null, updated_at: exampleTime };
const pending = { status: "pending", attempts: 0, max_attempts: 3, reason: null, updated_at: null };

const exampleDocumentStep = {
  ...{ name: "document", ...passed },
  result_ids: ["ocr_01JPA70M3BX4Z6C8E0G2J4K6M8", "fc_01JPA70QN9D1F3H5K7M9P1R3T5"],
};

const pendingStep = (name: string) => ({ name, ...pending, result_ids: [] as string[] });

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

const stepOf = (name: StepName, ...resultIds: readonly string[]): Step => ({
  ...{ name, status: "passed", attempts: 1, maxAttempts: 3, resultIds, reason: null },
  ...{ updatedAt: Date.parse(exampleTime), capture: null, findings: [], parts: {} },
});

/** An approved verification under a named policy. */
const approved: Verification = {
  ...{ id: exampleId, customerRef: "user-4711", status: "completed", decision: "approved" },
  ...{ decisionReasons: [], nextAction: null, policy: examplePolicy, revision: 4 },
  steps: [
    stepOf("document", ...exampleDocumentStep.result_ids),
    stepOf("liveness", "lc_01JPA713F5H7K9N1Q3S5V7X9Z1"),
    stepOf("face_match", "fm_01JPA716Q8R0T2V4X6Z8B0D2F4"),
  ],
  ...{ createdAt: Date.parse(exampleTime), expiresAt: Date.parse(exampleTime) + 86_400_000 },
  ...{ completedAt: Date.parse(exampleTime), reviewedAt: null, proposal: null, contestedAt: null },
  ...{ contestText: null, capture: null, boundDevice: null, consent: null, expected: null, checks: null },
  ...{ policyId: examplePolicyId, policyVersion: 2, metadata: { order: "4711" }, recalledAt: null },
};

const PLACE = { publicUrl: "https://id.example.com" };

interface ExampleOutcome {
  readonly decision: Decision;
  /** The document's reason, and what was found. */
  readonly reason: string;
  readonly found?: string;
  readonly document: StepStatus;
  readonly contestedAt?: number;
}

/** The data of an event as they are sent: of an approval, or of a decision about the document. */
export function exampleEventData(outcome?: ExampleOutcome) {
  if (outcome === undefined) return renderCompleted(approved, PLACE);
  const { decision, reason: code, found, document: status, contestedAt = null } = outcome;
  const reason = status === "passed" ? null : code;
  const [document, ...others] = approved.steps;
  return renderCompleted(
    {
      ...approved,
      ...{ decision, contestedAt, steps: [{ ...document!, status, reason }, ...others] },
      decisionReasons: [{ code, step: "document", message: reasonMessage({ code, found }, "document") }],
    },
    PLACE,
  );
}

export const exampleVerification = {
  id: exampleId,
  status: "in_progress",
  decision: null,
  decision_reasons: [],
  next_action: { type: "liveness_check" },
  customer_ref: "user-4711",
  mode: "test",
  policy: examplePolicy,
  steps: [exampleDocumentStep, ...["liveness", "face_match"].map(pendingStep)],
  created_at: exampleTime,
  expires_at: "2026-03-15T09:26:53.589Z",
  completed_at: null,
  reviewed_at: null,
  consent: null,
};

/** Of the answer to `{"customer_ref": "user-4711", "policy": {"liveness_mode": "challenge"}}`. */
const exampleCreated = {
  ...exampleVerification,
  status: "created",
  next_action: { type: "ocr_scan" },
  policy: { ...exampleVerification.policy, liveness_mode: "challenge" },
  steps: ["document", "liveness", "face_match"].map(pendingStep),
};

/** The answer to the example request of `POST /v1/verifications`. */
export const exampleCreation = {
  verification: exampleCreated,
  session_token: {
    token: "svc_tok_test_eyJhbGciOiJFZERTQSJ9",
    jti: "jti_01JPA6Z8W4K8N2P4R6S8T0V2W4",
    expires_at: "2026-03-14T09:41:53.589Z",
  },
  url: "https://selfsame.example/verify#svc_link_test_5Kd3",
  url_expires_at: exampleCreated.expires_at,
};
