import { expect, it } from "vitest";
import { type CheckEdge, image } from "#test/harness/edge/check-edge.ts";
import { analysis, NO_FACE, templateAt, templateScoring } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";

const edge = await useGenuineEdge();

const verify = (parts: Parameters<CheckEdge["upload"]>[2] = { image_a: image(1), image_b: image(2) }) =>
  edge.upload("/v1/face/verify", edge.key, parts);

it("answers a match with similarity, threshold, both qualities and the model's version", async () => {
  const { status, body } = await verify();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    match: true,
    threshold: 0.75,
    image_a: { quality: { acceptable: true, issues: [], face: { count: 1 } } },
    image_b: { quality: { score: 0.9 } },
    model_version: "test-model@1",
    mode: "test",
  });
  expect(body.id).toMatch(/^fm_/);
  expect(body.similarity).toBeCloseTo(1);
});

it("answers 200 to a non-match, sends one event, and reads the same back", async () => {
  const [events, used] = [(await edge.rows("events")).length, (await edge.rows("usage"))[0]?.used ?? 0];
  edge.answers.faces.image_b = analysis({ template: templateScoring(0.49) });
  const { status, body } = await verify();
  expect([status, body.match]).toEqual([200, false]);
  const sent = (await edge.rows("events")).slice(events).map((event) => JSON.parse(String(event.body)));
  const { created_at: _, ...data } = body;
  expect(sent).toMatchObject([{ type: "face.verify.completed", mode: "test", data }]);
  expect(Number((await edge.rows("usage"))[0]?.used)).toBe(Number(used) + 1);
  expect(await edge.call("GET", `/v1/face/verify/${body.id}`, edge.key)).toMatchObject({ status: 200, body });
});

it.each([
  ["no_face_detected", NO_FACE],
  ["face_quality_too_low", analysis({ pose: { yaw: 60 } })],
] as const)("rejects with %s and leaves nothing behind", async (code, faces) => {
  edge.answers.faces.image_b = faces;
  const before = [await edge.rows("events"), await edge.rows("face_matches")];
  expect(await verify()).toMatchObject({ status: 400, body: { error: { code, param: "image_b" } } });
  expect([await edge.rows("events"), await edge.rows("face_matches")]).toEqual(before);
});

it("rejects faces that were read by different models", async () => {
  edge.answers.faces.image_b = analysis({ template: templateAt(0, "other@1") });
  expect(outcome(await verify())).toBe("409 model_version_mismatch");
});

it("rejects a missing image, and a field that it does not know", async () => {
  expect(outcome(await verify({ image_a: image() }))).toBe("400 missing_parameter");
  const named = { image_a: image(), image_b: image(), level: "low" };
  expect(outcome(await verify(named))).toBe("400 unknown_parameter");
});
