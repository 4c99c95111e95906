import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { analysis, NO_FACE, templateAt, templateScoring } from "#test/harness/edge/inference-results.ts";

let edge: CheckEdge;
beforeAll(async () => {
  edge = await openCheckEdge();
});
afterAll(() => edge.close());
beforeEach(() => {
  edge.answers.faces = {};
});

const verify = (
  parts: Parameters<CheckEdge["upload"]>[2] = { image_a: image(1), image_b: image(2) },
  key = edge.key,
) => edge.upload("/v1/face/verify", key, parts);

it("answers a match with similarity, threshold, both qualities and the model's version", async () => {
  const { status, body } = await verify();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    match: true,
    threshold: 0.75,
    image_a: { quality: { acceptable: true, issues: [], face: { count: 1 } } },
    image_b: { quality: { score: 0.9 } },
    model_version: "test-net@1",
    mode: "test",
  });
  expect(body.id).toMatch(/^fm_/);
  expect(body.similarity).toBeCloseTo(1);
});

it("answers 200 to a non-match", async () => {
  edge.answers.faces.image_b = analysis({ template: templateScoring(0.49) });
  expect(await verify()).toMatchObject({ status: 200, body: { match: false } });
});

it("writes row, event and use in one go, and reads the same back", async () => {
  const [events, used] = [(await edge.rows("events")).length, (await edge.rows("usage"))[0]?.used ?? 0];
  const { body } = await verify();
  const event = (await edge.rows("events")).at(-1);
  expect((await edge.rows("events")).length).toBe(events + 1);
  expect(Number((await edge.rows("usage"))[0]?.used)).toBe(Number(used) + 1);
  const { created_at, ...data } = body;
  expect(JSON.parse(String(event?.body))).toMatchObject({
    type: "face.verify.completed",
    mode: "test",
    data,
  });
  expect(await edge.call("GET", `/v1/face/verify/${body.id}`, edge.key)).toMatchObject({ status: 200, body });
  expect(created_at).toMatch(/^\d{4}-.*Z$/);
});

it.each([
  ["no_face_detected", NO_FACE],
  [
    "multiple_faces_detected",
    { ...analysis(), faces: [0, 1].map((i) => ({ box: [i * 400, 0, 300, 300] as const, confidence: 0.9 })) },
  ],
  ["face_quality_too_low", analysis({ native: { interEyeDistance: 10 } })],
  ["face_quality_too_low", analysis({ pose: { yaw: 60 } })],
] as const)("refuses with %s and leaves nothing behind", async (code, faces) => {
  edge.answers.faces.image_b = faces;
  const before = [(await edge.rows("events")).length, (await edge.rows("face_matches")).length];
  expect(await verify()).toMatchObject({ status: 400, body: { error: { code, param: "image_b" } } });
  expect([(await edge.rows("events")).length, (await edge.rows("face_matches")).length]).toEqual(before);
});

it("refuses faces that were read by different models", async () => {
  edge.answers.faces.image_b = analysis({ template: templateAt(0, "other@1") });
  expect(await verify()).toMatchObject({ status: 409, body: { error: { code: "model_version_mismatch" } } });
});

it("refuses a missing image, and a field that it does not know", async () => {
  expect(await verify({ image_a: image() })).toMatchObject({
    status: 400,
    body: { error: { code: "missing_parameter", param: "image_b" } },
  });
  expect(await verify({ image_a: image(), image_b: image(), level: "low" })).toMatchObject({
    status: 400,
    body: { error: { code: "unknown_parameter" } },
  });
});

it("comparing is not for session tokens, nor is reading back", async () => {
  const { token } = await edge.verification();
  const { body } = await verify();
  const forbidden = { status: 403, body: { error: { code: "token_scope_insufficient" } } };
  expect(await verify(undefined, token)).toMatchObject(forbidden);
  expect(await edge.call("GET", `/v1/face/verify/${body.id}`, token)).toMatchObject(forbidden);
});

it("shows a result to nobody of another mode or tenant", async () => {
  const { body } = await verify();
  const other = await edge.newTenant();
  for (const key of [edge.tenant.keys.live, other.keys.test]) {
    expect(await edge.call("GET", `/v1/face/verify/${body.id}`, key)).toMatchObject({
      status: 404,
      body: { error: { code: "not_found" } },
    });
  }
});
