import { describe, expect, it } from "vitest";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { type CheckEdge, image } from "../../harness/edge/check-edge.ts";
import {
  BUNDLE,
  face,
  forensics,
  frame,
  MRZ,
  reading,
  templateAt,
  templateScoring,
} from "../../harness/edge/inference-results.ts";
import { useGenuineEdge } from "../../harness/edge/use.ts";

const edge = await useGenuineEdge();

type Opened = Awaited<ReturnType<CheckEdge["verification"]>>;
const scan = ({ token }: Opened) => edge.upload("/v1/ocr/scan", token, { image: image() });
const detect = ({ token }: Opened) => edge.upload("/v1/fraud/detect", token, { image: image() });
const selfie = ({ token }: Opened) =>
  edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image() });
const stepOf = ({ steps }: { steps: { name: string; status: string }[] }, name: string) =>
  steps.find((step) => step.name === name);
const portraitScoring = (score: number) => {
  const { portrait } = reading();
  return reading({ portrait: { ...portrait!, face: face({ template: templateScoring(score) }) } });
};
const matchesOf = async ({ id }: Opened) =>
  (await edge.rows("face_matches")).filter(({ verification_id }) => verification_id === id);

it("approves a clean document, a live selfie and one face, with one event", async () => {
  const opened = await edge.verification();
  expect((await opened.read()).next_action).toEqual({ type: "ocr_scan" });
  await scan(opened);
  expect(await opened.read()).toMatchObject({ status: "in_progress", next_action: { type: "fraud_detect" } });
  await detect(opened);
  expect(stepOf(await opened.read(), "document")?.status).toBe("passed");
  await selfie(opened);
  const decided = await opened.read();
  expect(decided).toMatchObject({ status: "completed", decision: "approved", next_action: null });
  const [match] = await matchesOf(opened);
  expect(stepOf(decided, "face_match")).toMatchObject({ status: "passed", result_ids: [match?.id] });
  const read = await edge.call("GET", `/v1/face/verify/${match?.id}`, edge.key);
  const kept = { kind: "verification", verification_id: opened.id, match: true, threshold: 0.75 };
  expect(read.body).toMatchObject(kept);
  const completed = (await edge.rows("events")).filter(({ subject_id }) => subject_id === opened.id);
  expect(completed.map(({ type }) => type)).toEqual(["verification.completed"]);
});

it("approves when all calls come at once, with one decision and one event", async () => {
  const opened = await edge.verification();
  const answers = await Promise.all([scan(opened), detect(opened), selfie(opened)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await opened.read()).decision).toBe("approved");
  expect(await matchesOf(opened)).toHaveLength(1);
  const completed = (await edge.rows("events")).filter(({ subject_id }) => subject_id === opened.id);
  expect(completed).toHaveLength(1);
});

it.each([
  ["review", "review", "review_band", 0.4],
  ["declined", "failed", "no_match", 0.1],
] as const)("ends in %s when the faces compare so", async (decision, status, code, score) => {
  const opened = await edge.verification();
  edge.answers.reading = portraitScoring(score);
  for (const call of [scan, detect, selfie]) await call(opened);
  const decided = await opened.read();
  expect(decided).toMatchObject({ decision, decision_reasons: [{ code, step: "face_match" }] });
  expect(stepOf(decided, "face_match")?.status).toBe(status);
});

it("never accepts a clean card in place of the one that was read: another document reopens the scan", async () => {
  const opened = await edge.verification();
  await scan(opened);
  const other = { ...MRZ, fields: MRZ.fields.map((field) => ({ ...field, value: `${field.value}X` })) };
  edge.answers.forensics = forensics({ reading: reading({ mrz: other }) });
  await edge.upload("/v1/fraud/detect", opened.token, { image: image(2) });
  const seen = await opened.read();
  expect(stepOf(seen, "document")).toMatchObject({ status: "retry_required", reason: "document_changed" });
  expect(seen.next_action).toEqual({ type: "ocr_scan" });
});

it("sends faces of two model versions to a person", async () => {
  const opened = await edge.verification();
  await scan(opened);
  await detect(opened);
  edge.answers.frames = [frame({ template: templateAt(0, "test-model@2") }, 0.9)];
  await selfie(opened);
  const decision_reasons = [{ code: "model_version_mismatch", step: "face_match" }];
  expect(await opened.read()).toMatchObject({ decision: "review", decision_reasons });
});

it("sends faces to review at a level that the model bundle was not measured at", async () => {
  const opened = await edge.verification({ face_match_level: "fmr_1e-4" });
  edge.answers.bundle = { ...BUNDLE, operatingPoints: BUNDLE.operatingPoints.slice(0, 2) };
  for (const call of [scan, detect, selfie]) await call(opened);
  edge.answers.bundle = BUNDLE;
  const decision_reasons = [{ code: "level_not_measured", step: "face_match" }];
  expect(await opened.read()).toMatchObject({ decision: "review", decision_reasons });
  const [match] = await matchesOf(opened);
  const read = await edge.call("GET", `/v1/face/verify/${match?.id}`, edge.key);
  expect(read.body).toMatchObject({ match: false, similarity: null, reason: "level_not_measured" });
});

it("compares no faces if the policy does not require it", async () => {
  const opened = await edge.verification({ require_face_match: false });
  for (const call of [scan, detect, selfie]) await call(opened);
  expect((await opened.read()).decision).toBe("approved");
  expect(await matchesOf(opened)).toEqual([]);
});

it("declines a forged document at once, and takes nothing after that", async () => {
  const opened = await edge.verification();
  const checks = MRZ.checks.map((check) => ({ ...check, valid: false }));
  edge.answers.forensics = forensics({ reading: reading({ mrz: { ...MRZ, checks } }) });
  await detect(opened);
  const decision_reasons = [{ code: "fraud_fraudulent", step: "document" }];
  expect(await opened.read()).toMatchObject({ decision: "declined", decision_reasons });
  expect(outcome(await selfie(opened))).toBe("409 verification_not_open");
});

it.each([
  ["review", "review"],
  ["decline", "declined"],
] as const)(
  "does with a suspicious document as the policy says, %s, and says what was found",
  async (on, decision) => {
    const opened = await edge.verification({ on_fraud_suspicious: on });
    edge.answers.forensics = forensics({ editingSoftware: ["Paint"] });
    for (const call of [scan, selfie, detect]) await call(opened);
    const decided = await opened.read();
    expect(decided).toMatchObject({
      decision,
      decision_reasons: [{ code: "fraud_suspicious", step: "document" }],
    });
    const [{ message, action }] = decided.decision_reasons;
    expect(message).toMatch(/^File that was saved by image editing software/);
    expect(action).toMatch(/^Look at the marked places/);
  },
);

describe("a document that cannot be used", () => {
  it("costs one when it is not of an accepted kind, and fails the step with the last", async () => {
    const opened = await edge.verification({ document_types: ["cid"], max_attempts: 2 });
    await scan(opened);
    expect(stepOf(await opened.read(), "document")).toMatchObject({ status: "retry_required", attempts: 1 });
    await scan(opened);
    const decision_reasons = [{ code: "unsupported_document_type", step: "document" }];
    expect(await opened.read()).toMatchObject({ decision: "declined", decision_reasons });
  });

  it("leaves no portrait to match by", async () => {
    const opened = await edge.verification();
    edge.answers.reading = reading({ quality: { ...reading().quality, meanLuma: 10 } });
    await scan(opened);
    await selfie(opened);
    expect(await matchesOf(opened)).toEqual([]);
  });
});

it("matches again when another portrait or frame comes", async () => {
  const opened = await edge.verification();
  await selfie(opened);
  await scan(opened);
  edge.answers.reading = portraitScoring(0.1);
  await scan(opened);
  expect(await matchesOf(opened)).toHaveLength(2);
  expect((await opened.read()).decision).toBe("declined");
});

it("keeps one verification's faces out of another's", async () => {
  const [one, two] = [await edge.verification(), await edge.verification()];
  await scan(one);
  await selfie(two);
  expect([...(await matchesOf(one)), ...(await matchesOf(two))]).toEqual([]);
});

it("completed_at is the time of the write that decides, and not of the call that led to it", async () => {
  const { read, token } = await edge.verification({ steps: ["liveness"] });
  edge.answers.frames = [frame({}, 0.9)];
  edge.answers.meanwhile = async () => {
    edge.answers.meanwhile = undefined;
    edge.advance(20_000);
  };
  const begunAt = edge.services.clock();
  const parts = { mode: "passive", image_1: image() };
  expect((await edge.upload("/v1/liveness/check", token, parts)).status).toBe(200);
  const { status, completed_at, steps } = await read();
  expect(status).toBe("completed");
  expect(Date.parse(completed_at) - begunAt).toBeGreaterThanOrEqual(20_000);
  expect(steps[0].updated_at).toBe(completed_at);
  const { body } = await edge.call("GET", "/v1/events?type=verification.completed", edge.key);
  expect(body.data[0].created_at).toBe(completed_at);
});
