import { afterAll, describe, expect, it } from "vitest";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { openTestEdge, outcome, secretOf } from "#test/harness/edge/test-edge.ts";
import { agree, newDevice } from "./device.ts";
import { handoffsOf } from "./handoffs.ts";

const CHROME = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36";

const edge = await openCheckEdge();
const at = handoffsOf(edge);
afterAll(() => edge.close());

/** Begins a capture. */
const draw = (token: string) => edge.call("POST", "/v1/liveness/challenges", token, {});

describe("a phone that has claimed", () => {
  it("sees the computer described in the service's own words, and the computer sees the phone", async () => {
    const { token, handoff, code } = await at.shown();
    const claimed = await (await newDevice(edge)).scan("claim", code, {}, { "user-agent": CHROME });
    expect(claimed.body).toMatchObject({
      id: handoff,
      state: "claimed",
      computer: "Firefox, Windows",
    });
    expect(await at.read(token, handoff)).toMatchObject({
      state: "claimed",
      url: null,
      number: expect.stringMatching(/^[1-9]\d$/),
      phone: "Chrome, Android",
    });
  });

  it.each([
    ["192.0.2.1", "192.0.2.1", true],
    ["2001:db8::1", "2001:db8::2", true],
    ["192.0.2.1", "192.0.2.2", false],
  ])("receives whether both are in one network: %s and %s are %s", async (computer, phone, same) => {
    const near = await openTestEdge({ settings: { CLIENT_ADDRESS_HEADER: "x-real-ip" } });
    try {
      const { keys } = await near.newTenant();
      const { body } = await near.call("POST", "/v1/sessions", keys.test, { customer_ref: "customer-1" });
      const begun = await near.call("POST", "/v1/handoffs", body.token, {}, { "x-real-ip": computer });
      const code = secretOf(begun.body.url);
      const claimed = await (await newDevice(near)).scan("claim", code, {}, { "x-real-ip": phone });
      expect(claimed.body.same_network).toBe(same);
      const { rows } = await near.client.execute("select * from handoffs");
      expect(JSON.stringify(rows)).not.toContain(computer);
    } finally {
      await near.close();
    }
  });

  it("may ask again with a new proof, but not with the same one", async () => {
    const { code } = await at.shown();
    const phone = await newDevice(edge);
    const proof = await phone.prove(code);
    const send = () => edge.call("POST", "/v1/handoffs/claim", code, proof);
    expect([outcome(await send()), outcome(await send())]).toEqual(["200", "410 handoff_expired"]);
    expect(outcome(await phone.scan("claim", code))).toBe("200");
  });

  it("is rejected once it guesses wrong, and the right number is then too late", async () => {
    const { id, token, handoff, code, phone, number } = await at.claimed();
    const guess = async (number: string) => outcome(await phone.scan("confirm", code, { number }));
    expect(await guess(number === "10" ? "11" : "10")).toBe("403 handoff_mismatch");
    expect(await guess(number)).toBe("410 handoff_expired");
    expect(await at.read(token, handoff)).toMatchObject({ state: "mismatched", number: null, url: null });
    // The verification stays where it was.
    expect((await edge.call("GET", `/v1/verifications/${id}/next`, token)).status).toBe(200);
    const rows = (await edge.rows("audit_entries")).filter(({ target }) => target === handoff);
    const after = JSON.stringify({ verificationId: id });
    expect(rows).toMatchObject([{ action: "handoff.mismatch", after }]);
  });

  it("guesses once, also with every number at once", async () => {
    const { token, code, phone } = await at.claimed();
    const numbers = Array.from({ length: 50 }, (_, i) => String(10 + i));
    const answers = await Promise.all(numbers.map((number) => phone.scan("confirm", code, { number })));
    const accepted = answers.map(outcome).filter((each) => each !== "410 handoff_expired");
    const isMoved = accepted[0] === "201";
    expect(accepted).toEqual([isMoved ? "201" : "403 handoff_mismatch"]);
    expect(outcome(await at.begin(token))).toBe(isMoved ? "403 token_scope_insufficient" : "201");
  });

  it("declines, and the computer continues", async () => {
    const { token, handoff, code, phone } = await at.claimed();
    expect((await phone.scan("decline", code)).body).toEqual({ id: handoff, state: "declined" });
    expect((await at.read(token, handoff)).state).toBe("declined");
    expect(outcome(await at.begin(token))).toBe("201");
  });

  it("takes the verification with the number: it captures, and the computer may only read", async () => {
    const { id, token, handoff, phoneToken } = await at.moved();
    expect((await at.read(token, handoff)).state).toBe("moved");
    expect((await agree(edge, id, phoneToken)).status).toBe(201);
    expect((await edge.upload("/v1/ocr/scan", phoneToken, { image: image() })).status).toBe(200);
    for (const path of [`/v1/verifications/${id}`, `/v1/verifications/${id}/next`, "/v1/capture/page"]) {
      expect((await edge.call("GET", path, token)).status, path).toBe(200);
    }
    const writes = [
      edge.upload("/v1/ocr/scan", token, { image: image() }),
      draw(token),
      edge.call("DELETE", `/v1/verifications/${id}/consent`, token),
      at.begin(token),
    ];
    for (const answer of await Promise.all(writes)) {
      expect(outcome(answer)).toBe("403 token_scope_insufficient");
    }
  });

  it("opens its code again for fresh tokens, and no other device does, the computer included", async () => {
    const { id, link, computer, code, phone, phoneToken } = await at.moved();
    const again = await phone.open(code);
    expect([again.status, again.body.verification_id]).toEqual([201, id]);
    expect((await phone.scan("claim", code)).body.state).toBe("moved");
    for (const other of [computer, await newDevice(edge)]) {
      expect(outcome(await other.open(code))).toBe("410 handoff_expired");
      expect(outcome(await other.scan("claim", code))).toBe("410 handoff_expired");
    }
    // The computer gets fresh tokens by its link, to read with.
    const watching = (await computer.open(link)).body.session_token;
    expect(outcome(await draw(watching))).toBe("403 token_scope_insufficient");
    expect((await edge.call("GET", `/v1/verifications/${id}/next`, phoneToken)).status).toBe(200);
    edge.advance(86_400_001);
    expect(outcome(await phone.open(code))).toBe("410 handoff_expired");
  });
});

describe("the computer", () => {
  it("cancels a pending handoff, and a completed one while nothing was captured", async () => {
    const pending = await at.shown();
    expect((await edge.call("DELETE", `/v1/handoffs/${pending.handoff}`, pending.token)).status).toBe(204);
    expect(outcome(await (await newDevice(edge)).scan("claim", pending.code))).toBe("410 handoff_expired");
    const { id, token, handoff, phoneToken } = await at.moved();
    const back = () => edge.call("DELETE", `/v1/handoffs/${handoff}`, token);
    expect([(await back()).status, (await back()).status]).toEqual([204, 204]);
    const next = await edge.call("GET", `/v1/verifications/${id}/next`, phoneToken);
    expect(outcome(next)).toBe("401 token_revoked");
    expect((await agree(edge, id, token)).status).toBe(201);
    const begun = await at.moved();
    await agree(edge, begun.id, begun.phoneToken);
    await edge.upload("/v1/ocr/scan", begun.phoneToken, { image: image() });
    const late = await edge.call("DELETE", `/v1/handoffs/${begun.handoff}`, begun.token);
    expect(outcome(late)).toBe("409 link_claimed");
  });

  it("shows one code at a time, hands over five times at most, and for ten minutes", async () => {
    const { token, handoff, code } = await at.shown();
    for (let i = 0; i < 4; i++) expect(outcome(await at.begin(token))).toBe("201");
    expect(outcome(await at.begin(token))).toBe("409 limit_reached");
    expect((await at.read(token, handoff)).state).toBe("canceled");
    expect(outcome(await (await newDevice(edge)).scan("claim", code))).toBe("410 handoff_expired");
    const late = await at.shown();
    edge.advance(600_001);
    expect(await at.read(late.token, late.handoff)).toMatchObject({ state: "expired", url: null });
  });

  it("is forbidden if the tenant's setting is off, and once the verification has ended or moved", async () => {
    const off = await at.atComputer({ handoff: "off" });
    expect(outcome(await at.begin(off.token))).toBe("403 token_scope_insufficient");
    const { link, code, phone, number } = await at.claimed();
    // Another device takes the link over, which is allowed while nothing was captured.
    await (await newDevice(edge)).open(link, { take_over: true });
    expect(outcome(await phone.scan("confirm", code, { number }))).toBe("410 handoff_expired");
    const over = await at.atComputer();
    await edge.call("POST", `/v1/verifications/${over.id}/cancel`, edge.key);
    expect(outcome(await at.begin(over.token))).toBe("409 verification_not_open");
  });

  it("of a tenant's own page, whose token a secret key minted, hands over likewise", async () => {
    const { body } = await edge.call("POST", "/v1/sessions", edge.key, { customer_ref: "customer-2" });
    const begun = (await at.begin(body.token)).body;
    const code = secretOf(begun.url);
    const phone = await newDevice(edge);
    await phone.scan("claim", code);
    const { number } = await at.read(body.token, begun.id);
    expect(outcome(await phone.scan("confirm", code, { number }))).toBe("201");
    // Also a fresh token of the same page may only read.
    const { verification_id } = body;
    const fresh = await edge.call("POST", "/v1/sessions", edge.key, { verification_id });
    for (const token of [body.token, fresh.body.token]) {
      const next = await edge.call("GET", `/v1/verifications/${verification_id}/next`, token);
      expect([outcome(next), outcome(await draw(token))]).toEqual(["200", "403 token_scope_insufficient"]);
    }
  });
});

it("consent is required again on the phone if nothing was captured", async () => {
  const fresh = await at.shown();
  await agree(edge, fresh.id, fresh.token);
  const { phoneToken } = await at.moved(fresh);
  expect(outcome(await draw(phoneToken))).toBe("409 consent_required");
});

it("an erased person's handoffs are erased", async () => {
  const { id, handoff, phoneToken } = await at.moved();
  await agree(edge, id, phoneToken);
  expect((await edge.call("DELETE", `/v1/verifications/${id}/consent`, phoneToken)).status).toBe(200);
  expect((await edge.rows("handoffs")).filter((row) => row.id === handoff)).toEqual([]);
});
