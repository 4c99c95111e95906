import { afterAll, describe, expect, it } from "vitest";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { outcome, secretOf } from "#test/harness/edge/test-edge.ts";
import { agree, newDevice } from "./device.ts";

const edge = await openCheckEdge();
afterAll(() => edge.close());

async function newLink() {
  const { body } = await edge.call("POST", "/v1/verifications", edge.key, { customer_ref: "customer-1" });
  return { id: body.verification.id as string, secret: secretOf(body.url), body };
}

describe("consent", () => {
  const captures = (id: string, token: string) => ({
    scan: () => edge.upload("/v1/ocr/scan", token, { image: image() }),
    detect: () => edge.upload("/v1/fraud/detect", token, { image: image() }),
    document: () => edge.upload(`/v1/verifications/${id}/document`, token, { front: image() }),
    liveness: () => edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image() }),
    challenge: () => edge.call("POST", "/v1/liveness/challenges", token, {}),
  });

  it("is asked for by every capture of a verification that a link opened, also with the tenant's token", async () => {
    const { id, secret, body } = await newLink();
    const own = body.session_token.token;
    expect((await captures(id, own).challenge()).status).toBe(201);
    const { session_token } = (await (await newDevice(edge)).open(secret)).body;
    for (const token of [session_token, own]) {
      for (const capture of Object.values(captures(id, token))) {
        expect(outcome(await capture())).toBe("409 consent_required");
      }
    }
    expect((await agree(edge, id, session_token)).status).toBe(201);
    expect((await captures(id, session_token).challenge()).status).toBe(201);
    expect((await captures(id, session_token).scan()).status).toBe(200);
  });

  it("is recorded with the text's version, digest, locale and time; the first record stands", async () => {
    const { id, secret } = await newLink();
    const { session_token } = (await (await newDevice(edge)).open(secret)).body;
    const given = await agree(edge, id, session_token);
    expect(given.body).toEqual({
      ...{ version: "selfsame-4", sha256: expect.stringMatching(/^[0-9a-f]{64}$/), locale: "en" },
      ...{ given_at: expect.any(String), withdrawn_at: null },
    });
    edge.advance(5_000);
    expect((await agree(edge, id, session_token)).body).toEqual(given.body);
    const read = await edge.call("GET", `/v1/verifications/${id}`, edge.key);
    expect(read.body.consent).toEqual(given.body);
  });

  it.each([
    ["version", "selfsame-0"],
    ["sha256", "0".repeat(64)],
    ["locale", "it"],
  ])("to another text than the present one is rejected: %s", async (name, value) => {
    const { id, secret } = await newLink();
    const { session_token } = (await (await newDevice(edge)).open(secret)).body;
    const { consent_text } = (await edge.call("GET", "/v1/capture/page", session_token)).body;
    const { version, sha256, locale } = consent_text;
    const answer = await edge.call("POST", `/v1/verifications/${id}/consent`, session_token, {
      ...{ version, sha256, locale },
      [name]: value,
    });
    expect([outcome(answer), answer.body.error.param]).toEqual(["400 invalid_parameter", name]);
  });

  describe("to be recognised later", () => {
    const REGISTERING = { register_on_approval: "create" };

    async function opened(policy: object) {
      const { id, token } = await edge.verification(policy);
      const page = (await edge.call("GET", "/v1/capture/page", token)).body;
      const { version, sha256, locale } = page.consent_text;
      const give = (more: object) =>
        edge.call("POST", `/v1/verifications/${id}/consent`, token, { version, sha256, locale, ...more });
      return { page, give };
    }

    it("is asked for by a text of its own, only if the policy registers faces", async () => {
      expect((await opened({})).page).not.toHaveProperty("recognition_text");
      const { recognition_text: text, ...page } = (await opened(REGISTERING)).page;
      expect(text).toMatchObject({ version: "selfsame-face-1", locale: "en" });
      expect(page).not.toHaveProperty("returning");
    });

    it("is recorded with its text's digest; a refusal as the verification alone", async () => {
      const one = await opened(REGISTERING);
      const { sha256 } = one.page.recognition_text;
      const both = { purposes: ["verify", "return"], recognition_sha256: sha256 };
      expect((await one.give(both)).body).toMatchObject(both);
      const { body } = await (await opened(REGISTERING)).give({ purposes: ["verify"] });
      expect(body).toMatchObject({ purposes: ["verify"] });
      expect(body).not.toHaveProperty("recognition_sha256");
    });

    it.each([
      ["purposes", {}, { purposes: ["verify", "return"], recognition_sha256: "0".repeat(64) }],
      ["recognition_sha256", REGISTERING, { purposes: ["verify", "return"] }],
      [
        "recognition_sha256",
        REGISTERING,
        { purposes: ["verify", "return"], recognition_sha256: "0".repeat(64) },
      ],
      ["recognition_sha256", REGISTERING, { purposes: ["verify"], recognition_sha256: "0".repeat(64) }],
      ["purposes", REGISTERING, { purposes: ["return"] }],
      ["purposes", REGISTERING, { purposes: ["verify", "verify"] }],
    ])("is rejected by %s, under %j with %j", async (param, policy, more) => {
      const answer = await (await opened(policy)).give(more);
      expect([outcome(answer), answer.body.error.param]).toEqual(["400 invalid_parameter", param]);
    });
  });

  it("withdrawn cancels this verification alone, erases what it holds, and leaves its record and a receipt", async () => {
    const { id, secret } = await newLink();
    const other = (await newLink()).body.session_token.token;
    const kept = await edge.upload("/v1/ocr/scan", other, { image: image() });
    const { session_token } = (await (await newDevice(edge)).open(secret)).body;
    await agree(edge, id, session_token);
    const scanned = await edge.upload("/v1/ocr/scan", session_token, { image: image() });
    const withdrawn = await edge.call("DELETE", `/v1/verifications/${id}/consent`, session_token);
    expect(withdrawn.body).toMatchObject({
      verification_id: id,
      erased: { ocr_results: 1, events: 1, verifications: 1 },
      signature: expect.any(String),
    });
    const read = await edge.call("GET", `/v1/verifications/${id}`, edge.key);
    expect(read.body).toMatchObject({
      status: "canceled",
      customer_ref: null,
      consent: { withdrawn_at: expect.any(String) },
    });
    expect(outcome(await edge.call("GET", `/v1/ocr/${scanned.body.ocr_id}`, edge.key))).toBe("404 not_found");
    const late = await edge.call("GET", `/v1/verifications/${id}`, session_token);
    expect(outcome(late)).toBe("401 token_revoked");
    expect(outcome(await (await newDevice(edge)).open(secret))).toBe("401 link_invalid");
    // The person's other verification and its results stay.
    expect((await edge.call("GET", `/v1/ocr/${kept.body.ocr_id}`, edge.key)).status).toBe(200);
    expect((await edge.call("POST", "/v1/liveness/challenges", other, {})).status).toBe(201);
  });

  it("is not withdrawn if it was not given, nor by another verification's token", async () => {
    const [one, other] = [await newLink(), await newLink()];
    const { session_token } = (await (await newDevice(edge)).open(one.secret)).body;
    const withdraw = (id: string) => edge.call("DELETE", `/v1/verifications/${id}/consent`, session_token);
    expect(outcome(await withdraw(one.id))).toBe("404 not_found");
    expect(outcome(await withdraw(other.id))).toBe("404 not_found");
  });
});
