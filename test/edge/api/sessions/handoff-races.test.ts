import { afterAll, describe, expect, it } from "vitest";
import { commit } from "#edge/operations/commit/commit.ts";
import { changeVerification, verificationWrite } from "#edge/operations/verification-write.ts";
import { endHandoff } from "#edge/operations/verifications/handoff-computer.ts";
import { SYSTEM } from "#edge/store/audit/chain.ts";
import { loadVerification } from "#edge/store/verifications/verifications.ts";
import { agree as giveConsent } from "#edge/verification/bound-device.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { outcome, secretOf } from "#test/harness/edge/test-edge.ts";
import { agree, newDevice } from "./device.ts";
import { handoffsOf } from "./handoffs.ts";

const edge = await openCheckEdge();
const at = handoffsOf(edge);
afterAll(() => edge.close());

const scope = () => edge.tenant.scope("test");

describe("a device's upload that started before a handoff", () => {
  const racing = async (meanwhile: () => Promise<unknown>, work: () => ReturnType<typeof edge.upload>) => {
    edge.answers.meanwhile = async () => {
      edge.answers.meanwhile = undefined;
      await meanwhile();
    };
    return outcome(await work());
  };
  const begunAt = async () => {
    const shown = await at.shown();
    await agree(edge, shown.id, shown.token);
    return shown;
  };

  it("is not written: a document of the computer, in whose place a phone confirms meanwhile", async () => {
    const begun = await begunAt();
    const { id, token } = begun;
    const take = async () => expect((await at.moved(begun)).phoneToken).toMatch(/^svc_tok_/);
    const upload = () => edge.upload("/v1/ocr/scan", token, { image: image() });
    expect(await racing(take, upload)).toBe("403 token_scope_insufficient");
    const { body } = await edge.call("GET", `/v1/verifications/${id}`, edge.key);
    expect([body.status, body.steps[0].attempts]).toEqual(["created", 0]);
    expect((await edge.rows("ocr_results")).filter((row) => row.verification_id === id)).toEqual([]);
  });

  it("is not stored: a document of a phone after the handoff was cancelled, or after a new link was created", async () => {
    const back = await at.moved();
    await agree(edge, back.id, back.phoneToken);
    const upload = (token: string) => () => edge.upload("/v1/ocr/scan", token, { image: image() });
    const takeBack = () => edge.call("DELETE", `/v1/handoffs/${back.handoff}`, back.token);
    expect(await racing(takeBack, upload(back.phoneToken))).toBe("401 token_revoked");
    const linked = await begunAt();
    const renew = () => edge.call("POST", `/v1/verifications/${linked.id}/links`, edge.key);
    expect(await racing(renew, upload(linked.token))).toBe("401 token_revoked");
  });

  it("is not written: an upload whose token is revoked meanwhile, and nothing is counted, kept or sent", async () => {
    const scan = (token: string) => edge.upload("/v1/ocr/scan", token, { image: image() });
    const check = (token: string) =>
      edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(2) });
    for (const upload of [scan, check]) {
      const { body } = await edge.call("POST", "/v1/verifications", edge.key, { customer_ref: "c" });
      const { token, jti } = body.session_token;
      const { id } = body.verification;
      const counted = async () =>
        [
          ...["events", "ocr_results", "liveness_results", "media_objects", "usage_reservations"],
          ...["usage", "idempotency_keys"],
        ].map(async (table) => (await edge.rows(table)).map((row) => ({ ...row })));
      await edge.settled();
      const before = await Promise.all(await counted());
      const revoke = () => edge.call("DELETE", `/v1/sessions/${jti}`, edge.key);
      expect(await racing(revoke, () => upload(token))).toBe("401 token_revoked");
      await edge.settled();
      expect(await Promise.all(await counted())).toEqual(before);
      const { steps, status } = (await loadVerification(edge.db, scope(), id))!;
      expect([status, steps.map(({ attempts }) => attempts)]).toEqual(["created", [0, 0, 0]]);
    }
  });

  it("is not written: a consent", async () => {
    const { id, token, link } = await at.shown();
    const stale = (await loadVerification(edge.db, scope(), id))!;
    const { device } = stale.boundDevice!;
    await (await newDevice(edge)).open(link, { take_over: true });
    const actor = { kind: "token", jti: token, device, address: null } as const;
    const ctx = { services: edge.services, scope: scope(), now: edge.services.clock(), actor };
    const text = { version: "1", sha256: "0".repeat(64), locale: "en" };
    const agreed = { ...text, givenAt: ctx.now, withdrawnAt: null };
    const writing = changeVerification(ctx, stale, (current) => {
      const changed = giveConsent(current, agreed, ctx.now);
      return commit(ctx, verificationWrite(ctx, { changed, kind: "consented" }));
    });
    await expect(writing).rejects.toMatchObject({ code: "token_revoked" });
    expect((await loadVerification(edge.db, scope(), id))!.consent).toBeNull();
  });
});

describe("a pending handoff ends with its verification", () => {
  it("a token that is revoked", async () => {
    const { body } = await edge.call("POST", "/v1/sessions", edge.key, { customer_ref: "customer-4" });
    const begun = (await at.begin(body.token)).body;
    const others = await at.shown();
    await edge.call("DELETE", `/v1/sessions/${body.jti}`, edge.key);
    expect(outcome(await (await newDevice(edge)).scan("claim", secretOf(begun.url)))).toBe(
      "410 handoff_expired",
    );
    expect((await at.read(others.token, others.handoff)).state).toBe("waiting");
  });

  it("a link in whose place a new one is made", async () => {
    const { id, code } = await at.shown();
    await edge.call("POST", `/v1/verifications/${id}/links`, edge.key);
    expect(outcome(await (await newDevice(edge)).scan("claim", code))).toBe("410 handoff_expired");
  });
});

describe("a phone guesses the number once", () => {
  it("also if the right one arrives while a wrong one is checked, before the handoff has ended", async () => {
    const { phone, code, number, token, handoff } = await at.claimed();
    const { db } = edge.services;
    let second: string | undefined;
    // The batch that ends the handoff has its audit entry, too.
    const batch = async (statements: Parameters<typeof db.batch>[0]) => {
      if (statements.length > 2 && second === undefined) {
        second = "sent";
        second = outcome(await phone.scan("confirm", code, { number }));
      }
      return db.batch(statements);
    };
    const slow = new Proxy(db, {
      get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name, target)),
    });
    Object.assign(edge.services, { db: slow });
    const wrong = number === "10" ? "11" : "10";
    const first = outcome(await phone.scan("confirm", code, { number: wrong }));
    Object.assign(edge.services, { db });
    expect([first, second]).toEqual(["403 handoff_mismatch", "410 handoff_expired"]);
    expect((await at.read(token, handoff)).state).toBe("mismatched");
  });

  it("and accepts the right one again with the same proof, if the first attempt failed", async () => {
    const { phone, code, number, id } = await at.claimed();
    await edge.call("POST", `/v1/verifications/${id}/cancel`, edge.key);
    const guess = { ...(await phone.prove(code)), number };
    for (let tries = 0; tries < 2; tries++) {
      const answer = await edge.call("POST", "/v1/handoffs/confirm", code, guess);
      expect(outcome(answer)).toBe("409 verification_not_open");
    }
  });
});

it("a handoff that moves just as the computer ends it is 409 link_claimed, and stays with the phone", async () => {
  const { id, token, handoff, code, phone, number } = await at.claimed();
  const verification = (await loadVerification(edge.db, scope(), id))!;
  const confirmed = async (statements: Parameters<typeof edge.db.batch>[0]) => {
    expect(outcome(await phone.scan("confirm", code, { number }))).toBe("201");
    return edge.db.batch(statements);
  };
  const db = new Proxy(edge.db, {
    get: (target, name) => (name === "batch" ? confirmed : Reflect.get(target, name, target)),
  });
  const services = { ...edge.services, db };
  const ctx = { services, scope: scope(), now: edge.services.clock(), actor: SYSTEM };
  const ending = endHandoff(ctx, { verification, id: handoff });
  await expect(ending).rejects.toMatchObject({ code: "link_claimed" });
  expect((await at.read(token, handoff)).state).toBe("moved");
});

it("a chain of handoffs that is taken back lets no token of a secret key capture again", async () => {
  const { body } = await edge.call("POST", "/v1/sessions", edge.key, { customer_ref: "customer-5" });
  const handOn = async (token: string) => {
    const begun = (await at.begin(token)).body;
    const code = secretOf(begun.url);
    const phone = await newDevice(edge);
    await phone.scan("claim", code);
    const { number } = await at.read(token, begun.id);
    return { handoff: begun.id, token: (await phone.scan("confirm", code, { number })).body.session_token };
  };
  const first = await handOn(body.token);
  const second = await handOn(first.token);
  expect((await edge.call("DELETE", `/v1/handoffs/${second.handoff}`, first.token)).status).toBe(204);
  const capture = (token: string) => edge.call("POST", "/v1/liveness/challenges", token, {});
  expect(outcome(await capture(body.token))).toBe("403 token_scope_insufficient");
  expect(outcome(await capture(first.token))).toBe("409 consent_required");
  expect(outcome(await capture(second.token))).toBe("401 token_revoked");
  // Back with the tenant's own page, its token captures as before.
  expect((await edge.call("DELETE", `/v1/handoffs/${first.handoff}`, body.token)).status).toBe(204);
  expect(outcome(await capture(body.token))).toBe("201");
});
