import { exampleTime } from "./common.ts";

const passed = { status: "passed", attempts: 1, max_attempts: 3, reason: null, updated_at: exampleTime };
const pending = { status: "pending", attempts: 0, max_attempts: 3, reason: null, updated_at: null };

const exampleDocumentStep = {
  ...{ name: "document", ...passed },
  result_ids: ["ocr_01JPA70M3BX4Z6C8E0G2J4K6M8", "fc_01JPA70QN9D1F3H5K7M9P1R3T5"],
};

const pendingStep = (name: string) => ({ name, ...pending, result_ids: [] as string[] });

/** The steps of a verification that was approved. */
export const exampleSteps = [
  exampleDocumentStep,
  { name: "liveness", ...passed, result_ids: ["lc_01JPA713F5H7K9N1Q3S5V7X9Z1"] },
  { name: "face_match", ...passed, result_ids: ["fm_01JPA716Q8R0T2V4X6Z8B0D2F4"] },
];

/** The same with another result of the document step. */
export const stepsWithDocument = (status: string, reason: string) =>
  exampleSteps.map((each) => (each.name === "document" ? { ...each, status, reason } : each));

export const exampleId = "vf_01JPA6Z8W4K8N2P4R6S8T0V2W4";

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
};

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
