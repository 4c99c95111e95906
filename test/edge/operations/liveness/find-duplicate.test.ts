import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { registrar } from "#test/harness/edge/gallery-rig.ts";
import {
  analysis,
  BUNDLE,
  frame,
  templateAt,
  templateScoring,
} from "#test/harness/edge/inference-results.ts";

let edge: CheckEdge;
beforeAll(async () => {
  edge = await openCheckEdge();
  await register("customer-1", templateAt(0));
  await register("stranger", templateScoring(0.1));
});
afterAll(() => edge.close());
beforeEach(() => {
  edge.answers.frames = [frame({}, 0.9)];
});

async function register(customer_ref: string, template = templateAt(0)) {
  edge.answers.faces.image = analysis({ template });
  await edge.upload("/v1/face/registrations", edge.key, { image: image(), customer_ref });
  edge.answers.faces = {};
}

const forget = (customerRef: string) =>
  edge.call("DELETE", `/v1/face/registrations/${customerRef}`, edge.key);
const open = (dedupe: string, customerRef = "customer-1") =>
  edge.verification({ steps: ["liveness"], dedupe }, customerRef);
const selfie = ({ token }: { token: string }) =>
  edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image() });
const searchOf = async (verificationId: string) =>
  (await edge.rows("face_matches")).find(({ verification_id }) => verification_id === verificationId);

it("passes a person who is not registered under another reference, and stores the result", async () => {
  const opened = await open("decline");
  const { body } = await selfie(opened);
  const decided = await opened.read();
  expect(decided.decision).toBe("approved");
  const row = await searchOf(opened.id);
  expect(decided.steps[0].result_ids).toEqual([body.lc_id, row?.id]);
  expect((await edge.call("GET", `/v1/face/verify/${row?.id}`, edge.key)).body).toMatchObject({
    kind: "dedupe",
    match: false,
    customer_ref: null,
    gallery_size: 1,
    verification_id: opened.id,
  });
});

describe("of a person who is registered under another reference", () => {
  beforeAll(() => register("double"));
  afterAll(() => forget("double"));

  it.each([
    ["review", "review"],
    ["decline", "declined"],
  ])("%s makes it %s", async (dedupe, decision) => {
    const opened = await open(dedupe);
    const answer = await selfie(opened);
    expect(answer).toMatchObject({ status: 200, body: { is_live: true } });
    expect(JSON.stringify(answer.body)).not.toContain("double");
    expect(await opened.read()).toMatchObject({
      decision,
      decision_reasons: [{ code: "duplicate_face", step: "liveness" }],
    });
    expect(JSON.parse(String((await searchOf(opened.id))?.body))).toMatchObject({
      match: true,
      customer_ref: "double",
    });
  });

  it("never declines in a gallery without a measured threshold: the match is a candidate", async () => {
    const crowd = Array.from({ length: 10 }, (_, i) => [`far-${i}`, templateScoring(0).vector] as const);
    const { put, remove } = registrar(edge, edge.tenant.scope("test"));
    await put(Object.fromEntries(crowd));
    edge.answers.bundle = { ...BUNDLE, operatingPoints: BUNDLE.operatingPoints.slice(0, 2) };
    const opened = await open("decline");
    await selfie(opened);
    edge.answers.bundle = BUNDLE;
    await remove(...crowd.map(([ref]) => ref));
    expect(await opened.read()).toMatchObject({
      decision: "review",
      decision_reasons: [{ code: "duplicate_face", step: "liveness" }],
    });
  });

  it("off makes nothing of it", async () => {
    const opened = await open("off");
    await selfie(opened);
    expect((await opened.read()).decision).toBe("approved");
    expect(await searchOf(opened.id)).toBeUndefined();
  });

  it("does not search before the face is live", async () => {
    edge.answers.frames = [frame({}, 0.3)];
    const opened = await open("decline");
    await selfie(opened);
    expect((await opened.read()).status).toBe("in_progress");
    expect(await searchOf(opened.id)).toBeUndefined();
  });

  it("keeps a test-mode reference's fixed outcome", async () => {
    const opened = await open("decline", "test_approve");
    await selfie(opened);
    expect((await opened.read()).decision).toBe("approved");
  });
});

it("leaves a gallery that it cannot search to a person", async () => {
  await register("old", { ...templateScoring(0), version: "test-model@0" });
  const opened = await open("decline");
  await selfie(opened);
  expect(await opened.read()).toMatchObject({
    decision: "review",
    decision_reasons: [{ code: "model_version_mismatch", step: "liveness" }],
  });
  await forget("old");
});

it("never approves if the bundle has no measured threshold: 503, which is metered, since a worker has searched", async () => {
  edge.answers.bundle = { ...BUNDLE, operatingPoints: [] };
  const opened = await open("review");
  expect((await selfie(opened)).status).toBe(503);
  edge.answers.bundle = BUNDLE;
  expect(await opened.read()).toMatchObject({
    status: "in_progress",
    decision: null,
    steps: [{ name: "liveness", attempts: 0, reason: "not_processed", result_ids: [] }],
  });
});
