import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { MRZ, reading } from "../../inference-results.ts";
import { type CheckEdge, forensics, image, openCheckEdge } from "../check-harness.ts";

let edge: CheckEdge;
beforeAll(async () => {
  edge = await openCheckEdge();
});
afterAll(() => edge.close());
beforeEach(() => {
  edge.answers.forensics = forensics();
});

const detect = (credential = edge.key, fields: Record<string, string> = {}) =>
  edge.upload("/v1/fraud/detect", credential, { image: image(), ...fields });
const forged = () => {
  const checks = MRZ.checks.map((check) => ({ ...check, valid: check.name !== "composite" }));
  return forensics({ reading: reading({ mrz: { ...MRZ, checks } }) });
};

it("answers the persisted result, and reads the same back", async () => {
  const answer = await detect(edge.key, { document_type: "passport", customer_ref: "user 42" });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    decision: "clean",
    is_fraudulent: false,
    document_type: "passport",
    quality_gate: { passed: true, issues: [] },
    record_kind: "canonical",
    customer_ref: "user 42",
    mode: "test",
  });
  expect(answer.body.fc_id).toMatch(/^fc_/);
  expect(answer.body.overall_score).toBeLessThan(answer.body.thresholds.suspicious);
  expect(answer.body.signals[0]).toHaveProperty("model_version");
  expect(answer.body.deterministic_checks[0]).toHaveProperty("required");
  expect((await edge.call("GET", `/v1/fraud/${answer.body.fc_id}`, edge.key)).body).toEqual(answer.body);
});

it("calls a failed checksum fraudulent, in row, answer and event", async () => {
  edge.answers.forensics = forged();
  const { body } = await detect();
  expect(body).toMatchObject({ decision: "fraudulent", is_fraudulent: true });
  const row = (await edge.rows("fraud_results")).find(({ id }) => id === body.fc_id);
  expect(row).toMatchObject({ decision: "fraudulent", is_fraudulent: 1, critical_failed: 1 });
  const event = (await edge.rows("events")).find(({ subject_id }) => subject_id === body.fc_id);
  expect(JSON.parse(String(event?.body))).toMatchObject({
    type: "fraud.signal_detected",
    data: { fc_id: body.fc_id, decision: "fraudulent" },
  });
});

it("keeps clean rows clean in the database itself", async () => {
  const { body } = await detect();
  const broken = edge.client.execute({
    sql: "update fraud_results set critical_failed = 1 where id = ?",
    args: [body.fc_id],
  });
  await expect(broken).rejects.toThrow(/fraud_clean_is_clean/);
});

it("refuses an unknown document type, listing those it knows", async () => {
  const { status, body } = await detect(edge.key, { document_type: "library_card" });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: "unsupported_document_type", param: "document_type" });
  expect(body.error.message).toContain("residence_permit");
});

it("tells a token the decision and no score", async () => {
  const { token } = await edge.verification();
  const { body } = await detect(token);
  expect(body.decision).toBe("clean");
  expect(JSON.stringify(body)).not.toMatch(/"(overall_score|score|thresholds?)"/);
});

it("shows a result to nobody of another mode or tenant, nor to a token", async () => {
  const { body } = await detect();
  const [other, { token }] = [await edge.newTenant(), await edge.verification()];
  const read = (credential: string) => edge.call("GET", `/v1/fraud/${body.fc_id}`, credential);
  expect((await read(other.keys.test)).status).toBe(404);
  expect((await read(edge.tenant.keys.live)).status).toBe(404);
  expect((await read(token)).status).toBe(403);
});
