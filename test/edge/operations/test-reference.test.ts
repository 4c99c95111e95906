import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import { DOCUMENT_TYPES } from "#vocabulary/document-types.ts";
import { image, openCheckEdge } from "../../harness/edge/check-edge.ts";
import { forensics, NO_FACE, reading } from "../../harness/edge/inference-results.ts";
import { outcome } from "../../harness/edge/test-edge.ts";

const edge = await openCheckEdge();
afterAll(() => edge.close());
/** A valid image without usable content. */
beforeEach(() => {
  const nothing = reading({ mrz: null, lines: [], portrait: null });
  edge.answers.reading = nothing;
  edge.answers.forensics = forensics({ reading: nothing });
  edge.answers.frames = [{ analysis: NO_FACE, pad: null }];
  edge.calls.length = 0;
});

const CHECKS = {
  scan: (by: string, extra = {}) => edge.upload("/v1/ocr/scan", by, { image: image(), ...extra }),
  detect: (by: string, extra = {}) => edge.upload("/v1/fraud/detect", by, { image: image(), ...extra }),
  selfie: (by: string, extra = {}) =>
    edge.upload("/v1/liveness/check", by, { mode: "passive", image_1: image(), ...extra }),
};

async function decided(
  reference: string,
  policy: object = {},
  order = ["scan", "detect", "selfie"] as const,
) {
  const opened = await edge.verification(policy, reference);
  for (const name of order) await CHECKS[name](opened.token);
  return opened.read();
}

describe("a verification in test mode, from any valid image", () => {
  it.each([
    ["test_approve", "approved", []],
    ["test_decline_spoof", "declined", ["print_attack"]],
    ["test_decline_fraud", "declined", ["fraud_fraudulent"]],
    ["test_review", "review", ["test_review", "fraud_suspicious", "test_review"]],
  ])("%s ends %s", async (reference, decision, codes) => {
    const verification = await decided(reference);
    expect(verification).toMatchObject({ status: "completed", decision });
    expect(verification.decision_reasons.map(({ code }: { code: string }) => code)).toHaveLength(
      codes.length,
    );
    for (const code of codes) expect(JSON.stringify(verification.decision_reasons)).toContain(code);
  });

  it("is approved in any order, for any type of document, at the strictest match level and with an age asked for", async () => {
    const strict = { face_match_level: "fmr_1e-4", min_age: 21, document_types: ["driving_license"] };
    expect((await decided("test_approve", strict, ["selfie", "detect", "scan"] as never)).decision).toBe(
      "approved",
    );
  });

  it.each(["decline", "review"])(
    "is sent to review by test_review, also if suspicion means %s",
    async (on) => {
      expect((await decided("test_review", { on_fraud_suspicious: on })).decision).toBe("review");
      expect(
        (await decided("test_review", { steps: ["liveness"], require_face_match: false })).decision,
      ).toBe("review");
    },
  );

  it("makes real rows and one real event", async () => {
    const { id } = await decided("test_approve");
    const events = (await edge.rows("events")).filter(({ subject_id }) => subject_id === id);
    expect(events.map(({ type }) => type)).toEqual(["verification.completed"]);
  });
});

describe("a call by the tenant's server", () => {
  const call = (name: keyof typeof CHECKS, reference: string, key = edge.key) =>
    CHECKS[name](key, { customer_ref: reference });

  it("answers as fixed", async () => {
    expect((await call("selfie", "test_approve")).body).toMatchObject({ is_live: true, reason: "live" });
    expect((await call("selfie", "test_decline_spoof")).body).toMatchObject({
      is_live: false,
      reason: "print_attack",
    });
    expect((await call("detect", "test_approve")).body).toMatchObject({
      decision: "clean",
      is_fraudulent: false,
    });
    expect((await call("detect", "test_decline_fraud")).body).toMatchObject({ decision: "fraudulent" });
    expect((await call("detect", "test_review")).body).toMatchObject({ decision: "suspicious" });
    const { body } = await call("scan", "test_approve");
    expect(body).toMatchObject({ ocr_eligible: true, eligibility_reason: "ok" });
    expect(body.fields.document_number.value).toBe("L898902C3");
    expect(body.fields.date_of_expiry.value).toBe("2049-12-31");
  });

  it("finds a document clean whatever type is named", async () => {
    for (const document_type of DOCUMENT_TYPES) {
      const extra = { customer_ref: "test_approve", document_type };
      expect((await CHECKS.detect(edge.key, extra)).body.decision).toBe("clean");
      expect((await CHECKS.scan(edge.key, extra)).body).toMatchObject({ ocr_eligible: true, document_type });
    }
  });

  it("still rejects a file that is not an image", async () => {
    edge.answers.reading = new ApiError("image_unreadable", "corrupt", { param: "image" });
    expect(await call("scan", "test_approve")).toMatchObject({ status: 400 });
  });

  it.each([
    ["TEST_APPROVE", "test_approve"],
    ["test_decline", "test_decline_spoof or test_decline_fraud"],
    ["test_declin", "test_decline_spoof or test_decline_fraud"],
    ["test_slow_5s", "test_slow_3s"],
    ["test_approve_2", "test_approve"],
  ])(
    "is rejected with %s, which is nearly a test reference, unless it is in live mode",
    async (reference, meant) => {
      const message = expect.stringContaining(`Did you mean ${meant}?`);
      const body = { error: { code: "invalid_parameter", param: "customer_ref", message } };
      expect(await call("selfie", reference)).toMatchObject({ status: 400, body });
      expect((await call("selfie", reference, edge.tenant.keys.live)).status).toBe(200);
    },
  );

  it("does not refuse the erasure of a person, or the deletion of a face, with such a name", async () => {
    const erased = await edge.call("POST", "/v1/customers/erase", edge.key, { customer_ref: "test_decline" });
    expect(erased.status).toBe(200);
    const deleted = await edge.call("DELETE", "/v1/face/registrations/test_decline", edge.key);
    expect([deleted.status, deleted.body.error.code]).toEqual([404, "registration_not_found"]);
  });

  it.each(["test_", "test_user_1", "test_image", "toString", "customer-1"])(
    "is a plain call with %s",
    async (reference) => {
      expect((await call("selfie", reference)).body).toMatchObject({ is_live: false, reason: "no_face" });
    },
  );

  it("is a plain call in live mode", async () => {
    const { live } = edge.tenant.keys;
    expect((await call("selfie", "test_approve", live)).body).toMatchObject({
      is_live: false,
      reason: "no_face",
    });
    expect((await call("scan", "test_approve", live)).body.ocr_eligible).toBe(false);
    expect((await call("detect", "test_decline_fraud", live)).body.decision).not.toBe("fraudulent");
    expect((await call("scan", "test_error_500", live)).status).toBe(200);
    expect((await call("scan", "test_usage_cap", live)).status).toBe(200);
  });
});

describe("every operation that takes a customer_ref", () => {
  const create = (path: string, ref: string) => edge.call("POST", path, edge.key, { customer_ref: ref });
  const operations = [
    ["POST /v1/ocr/scan", (ref: string) => CHECKS.scan(edge.key, { customer_ref: ref })],
    ["POST /v1/fraud/detect", (ref: string) => CHECKS.detect(edge.key, { customer_ref: ref })],
    ["POST /v1/liveness/check", (ref: string) => CHECKS.selfie(edge.key, { customer_ref: ref })],
    ["POST /v1/sessions", (ref: string) => create("/v1/sessions", ref)],
    ["POST /v1/verifications", (ref: string) => create("/v1/verifications", ref)],
  ] as const;

  it.each(operations)("%s answers test_error_500 and test_usage_cap, and leaves nothing", async (_, call) => {
    const tables = ["events", "usage", "verifications", "ocr_results", "liveness_results", "fraud_results"];
    const before = await Promise.all(tables.map(edge.rows));
    expect(outcome(await call("test_error_500"))).toBe("500 internal_error");
    expect(outcome(await call("test_usage_cap"))).toBe("402 usage_cap_reached");
    expect(await Promise.all(tables.map(edge.rows))).toEqual(before);
    expect(edge.calls).toEqual([]);
  });

  it("lets test_slow_3s wait three seconds, then continues", async () => {
    const started = performance.now();
    const answers = await Promise.all(operations.map(([, call]) => call("test_slow_3s")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201, 201]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(2_950);
  });
});
