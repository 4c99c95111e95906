import { expect, it } from "vitest";
import { image } from "#test/harness/edge/check-edge.ts";
import { analysis, NO_FACE, templateAt, templateScoring } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";

const edge = await useGenuineEdge();

/** A tenant's gallery: a face that scores so much against the probe, for each customer. */
async function gallery(scores: Record<string, number>) {
  const { keys } = await edge.newTenant();
  for (const [ref, score] of Object.entries(scores)) await register(keys.test, ref, score);
  return keys;
}

async function register(key: string, customer_ref: string, score: number, version = "test-model@1") {
  const { vector } = templateScoring(score);
  edge.answers.faces.image = analysis({ template: { vector, version, hashes: [] } });
  const parts = { image: image(), customer_ref, replace: "true" };
  const response = await edge.upload("/v1/face/registrations", key, parts);
  edge.answers.faces = {};
  return response.body.registration_id as string;
}

const search = (key: string, fields: Record<string, string> = {}) =>
  edge.upload("/v1/face/dedupe", key, { image: image(), ...fields });

it("answers the one best match, reads the same back under its kind, and enrols no face", async () => {
  const { test: key } = await gallery({ near: 0.8, nearest: 0.95, far: -0.5 });
  const events = (await edge.rows("events")).length;
  const enrolled = await edge.rows("face_templates");
  const { body } = await search(key);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^fm_/),
    kind: "dedupe",
    match: true,
    customer_ref: "nearest",
    registration_id: expect.stringMatching(/^fr_/),
    threshold: 0.75,
    quality: { acceptable: true },
    model_version: "test-model@1",
    gallery_size: 3,
    mode: "test",
  });
  expect(body.similarity).toBeCloseTo((1 + 0.95) / 2);
  expect(await edge.call("GET", `/v1/face/verify/${body.id}`, key)).toMatchObject({ status: 200, body });
  expect((await edge.rows("events")).length).toBe(events);
  expect(await edge.rows("face_templates")).toEqual(enrolled);
});

it.each([
  ["is no match", { a: 0.2, b: 0.1 }, expect.closeTo(0.6)],
  ["is missing in an empty gallery", {}, null],
])("names no customer when the best %s", async (_, scores, similarity) => {
  const { test: key } = await gallery(scores);
  const none = { match: false, customer_ref: null, registration_id: null };
  const gallery_size = Object.keys(scores).length;
  expect((await search(key)).body).toMatchObject({ ...none, similarity, gallery_size });
});

it("leaves out exclude_customer_ref", async () => {
  const { test: key } = await gallery({ self: 1, other: 0.9 });
  const { body } = await search(key, { exclude_customer_ref: "self" });
  expect(body).toMatchObject({ customer_ref: "other", gallery_size: 1 });
});

it("searches what is registered now: not the replaced, not the deleted", async () => {
  const { test: key } = await gallery({ a: 1, b: 0.9 });
  await register(key, "a", 0);
  expect((await search(key)).body).toMatchObject({ customer_ref: "b", gallery_size: 2 });
  await edge.call("DELETE", "/v1/face/registrations/b", key);
  expect((await search(key)).body).toMatchObject({ match: false, gallery_size: 1 });
});

it("finds the best wherever it stands among many pages, at a stricter threshold for more faces", async () => {
  const { test: key } = await gallery({ needle: 0.9 });
  const [row] = await edge.rows("face_templates").then((rows) => rows.slice(-1));
  const scope = { tenantId: String(row?.tenant_id) };
  const fillers = Array.from({ length: 450 }, async (_, i) => {
    const id = `fr_filler_${i}`;
    const context = `face_template:${id}:test-model@1`;
    // A vector, and no hashes.
    const far = Uint8Array.of(...new Uint8Array(new Float32Array([0, 1]).buffer), 0);
    const template = await edge.services.vault.encrypt(scope, context, far);
    return {
      sql: "insert into face_templates (registration_id, tenant_id, mode, customer_ref, template, template_version, created_at) values (?, ?, 'test', ?, ?, 'test-model@1', 0)",
      args: [id, scope.tenantId, id, template],
    };
  });
  await edge.client.batch(await Promise.all(fillers), "write");
  await register(key, "last", 0.95);
  expect((await search(key)).body).toMatchObject({
    match: true,
    customer_ref: "last",
    gallery_size: 452,
    threshold: expect.closeTo(0.85),
  });
});

it("a search has no answer while a face of another model version is in the gallery", async () => {
  const { test: key } = await gallery({ a: 0.9 });
  await register(key, "old", 0, "test-model@0");
  expect(outcome(await search(key))).toBe("409 model_version_mismatch");
  expect((await search(key, { exclude_customer_ref: "old" })).status).toBe(200);
  edge.answers.faces.image = analysis({ template: templateAt(0, "test-model@2") });
  expect(outcome(await search(key))).toBe("409 model_version_mismatch");
});

it("does not open a template that was moved to another registration", async () => {
  const { test: key } = await gallery({ a: 0.9, b: 0.1 });
  await edge.client.execute(
    "update face_templates set template = (select t.template from face_templates t where t.customer_ref = 'a' order by seq desc limit 1) where seq = (select max(seq) from face_templates)",
  );
  expect((await search(key)).status).toBe(500);
});

it("rejects what shows no face, and fields that it does not know", async () => {
  const { test: key } = await gallery({});
  expect(outcome(await search(key, { customer_ref: "a" }))).toBe("400 unknown_parameter");
  expect(outcome(await search(key, { exclude_customer_ref: "" }))).toBe("400 invalid_parameter");
  edge.answers.faces.image = NO_FACE;
  expect(outcome(await search(key))).toBe("400 no_face_detected");
});
