import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { flipBits, mirrored, newHash, shown } from "#test/harness/edge/hashes.ts";
import { analysis, NO_FACE, templateAt, templateScoring } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";

const edge = await openCheckEdge();
const response = await edge.upload("/v1/face/registrations", edge.key, {
  image: image(),
  customer_ref: "u1",
});
const registrationId = response.body.registration_id;
afterAll(() => edge.close());
beforeEach(() => {
  edge.answers.faces = {};
});

const verify = (customer_ref = "u1") =>
  edge.upload("/v1/face/registrations/verify", edge.key, { image: image(), customer_ref });

it("answers a match with the registration, and reads the same back under its kind", async () => {
  const events = (await edge.rows("events")).length;
  const { status, body } = await verify();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^fm_/),
    kind: "registration_verify",
    match: true,
    threshold: 0.75,
    customer_ref: "u1",
    registration_id: registrationId,
    quality: { acceptable: true },
    model_version: "test-model@1",
    mode: "test",
  });
  expect(body.similarity).toBeCloseTo(1);
  expect(await edge.call("GET", `/v1/face/verify/${body.id}`, edge.key)).toMatchObject({ status: 200, body });
  expect((await edge.rows("events")).length).toBe(events);
});

it("answers 200 to a non-match", async () => {
  edge.answers.faces.image = analysis({ template: templateScoring(0.49) });
  expect(await verify()).toMatchObject({ status: 200, body: { match: false } });
});

it("returns 404 for an unknown or deleted registration, before any work", async () => {
  await edge.upload("/v1/face/registrations", edge.key, { image: image(), customer_ref: "gone" });
  await edge.call("DELETE", "/v1/face/registrations/gone", edge.key);
  const calls = edge.calls.length;
  for (const ref of ["unknown", "deleted"])
    expect(outcome(await verify(ref))).toBe("404 registration_not_found");
  expect(edge.calls.length).toBe(calls);
});

it("rejects a registration of another model version, and counts nothing", async () => {
  const used = (await edge.rows("usage"))[0]?.used;
  edge.answers.faces.image = analysis({ template: templateAt(0, "other@1") });
  expect(outcome(await verify())).toBe("409 model_version_mismatch");
  expect((await edge.rows("usage"))[0]?.used).toBe(used);
});

it("rejects an image without a face, and a call without a customer_ref", async () => {
  edge.answers.faces.image = NO_FACE;
  expect(outcome(await verify())).toBe("400 no_face_detected");
  const anonymous = await edge.upload("/v1/face/registrations/verify", edge.key, { image: image() });
  expect(outcome(anonymous)).toBe("400 missing_parameter");
});

describe("the photo that is registered", () => {
  let live: string;
  beforeEach(async () => {
    live = (await edge.newTenant()).keys.live;
  });
  const register = async (key: string, hash: Uint8Array) => {
    edge.answers.faces.image = analysis({ template: shown(hash) });
    await edge.upload("/v1/face/registrations", key, { image: image(), customer_ref: "owner" });
  };
  const verify = async (key: string, hash: Uint8Array | undefined, degrees = 0) => {
    edge.answers.faces.image = analysis({ template: shown(hash, degrees) });
    const parts = { image: image(), customer_ref: "owner" };
    return (await edge.upload("/v1/face/registrations/verify", key, parts)).body;
  };
  const hash = newHash();

  it("is no match in live mode, and another photo is", async () => {
    await register(live, hash);
    for (const copy of [flipBits(hash, 80), flipBits(mirrored(hash), 240)]) {
      expect(await verify(live, copy)).toMatchObject({
        match: false,
        similarity: 1,
        copied: true,
        reason: "registration_copied",
      });
    }
    expect(await verify(live, flipBits(hash, 81))).toMatchObject({
      match: true,
      copied: false,
      reason: null,
    });
    expect(await verify(live, undefined)).toMatchObject({ match: true, copied: null, reason: null });
  });

  it("is reported in test mode, and is a match", async () => {
    const { test } = (await edge.newTenant()).keys;
    await register(test, hash);
    expect(await verify(test, hash)).toMatchObject({ match: true, copied: true, reason: null });
  });
});
