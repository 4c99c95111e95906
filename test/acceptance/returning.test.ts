import { afterAll, describe, expect, it } from "vitest";
import { liftLimits } from "#test/harness/edge/check-edge.ts";
import { flipBits, mirrored, newHash, shown } from "#test/harness/edge/hashes.ts";
import { frame } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { ANNA, ENROL, openReturnRig, RETURN, STRANGER, UNSURE, type Visit } from "./return-rig.ts";

/** The acceptance points of the person who comes back (contract §4.8). */

const rig = await openReturnRig();
const { edge, live } = rig;
afterAll(() => edge.close());

const decisionOf = async (visit: Visit) => {
  const { decision, decision_reasons } = await visit.read();
  const reasons: { step: string; code: string }[] = decision_reasons;
  return [decision, ...reasons.map(({ step, code }) => `${step}: ${code}`)];
};

describe("1. a person whose face an approval registered", () => {
  it("is approved in one liveness call, and the comparison names the registration", async () => {
    const enrolled = await rig.enrol("anna");
    expect(await decisionOf(enrolled)).toEqual(["approved"]);
    const { body: registration } = await rig.registrationOf("anna");
    expect(registration).toMatchObject({ customer_ref: "anna", origin: "approval" });

    const visit = await rig.open("anna", RETURN);
    const { body } = await rig.showFace(visit, ANNA);
    expect(body).toMatchObject({ is_live: true });
    expect(await visit.read()).toMatchObject({
      decision: "approved",
      policy: { ...RETURN, liveness_mode: "challenge", require_face_match: false },
      steps: [{ name: "liveness" }, { name: "face_match" }],
    });
    const compared = await rig.comparison(visit);
    expect(compared).toMatchObject({
      ...{ kind: "verification", match: true, copied: false, lc_id: body.lc_id },
      registration_id: registration.registration_id,
    });
    expect(compared).not.toHaveProperty("ocr_id");
  });

  it("is registered in the batch of the decision, with an audit entry", async () => {
    const { id } = await rig.enrol("audited");
    const { registration_id } = (await rig.registrationOf("audited")).body;
    const entries = (await edge.rows("audit_entries")).filter(({ target }) => target === registration_id);
    expect(entries).toMatchObject([{ action: "registration.create" }]);
    expect(String(entries[0]!.after)).toContain(id);
  });

  it("is registered by a reviewer's approval, too, and by no decline", async () => {
    for (const [customer, ruling, reason, status] of [
      ["approved-later", "approved", "identity_confirmed", 200],
      ["declined-later", "declined", "face_mismatch", 404],
    ] as const) {
      const visit = await rig.open(customer, ENROL);
      await rig.consent(visit, ["verify", "return"]);
      await rig.showDocument(visit, shown(newHash(), UNSURE));
      await rig.showFace(visit, ANNA);
      expect(await decisionOf(visit)).toEqual(["review", "face_match: review_band"]);
      expect((await rig.registrationOf(customer)).status).toBe(404);
      expect((await rig.rule(visit.id, ruling, reason)).status).toBe(200);
      expect((await rig.registrationOf(customer)).status).toBe(status);
    }
    expect(await decisionOf(await rig.comeBack("approved-later", ANNA))).toEqual(["approved"]);
  });

  it("keeps the first registration with create, and has the newest with replace", async () => {
    await rig.enrol("renewed");
    const idOf = async () => (await rig.registrationOf("renewed")).body.registration_id;
    const first = await idOf();
    await rig.enrol("renewed");
    expect(await idOf()).toBe(first);
    await rig.enrol("renewed", { policy: { register_on_approval: "replace" } });
    expect(await idOf()).not.toBe(first);
    expect((await rig.active()).filter(({ customer_ref }) => customer_ref === "renewed")).toHaveLength(1);
  });
});

describe("2. somebody else", () => {
  it("is declined with no_match, which the device does not learn", async () => {
    await rig.enrol("berta");
    const visit = await rig.comeBack("berta", STRANGER);
    const { decision_reasons } = await visit.read();
    expect(await decisionOf(visit)).toEqual(["declined", "face_match: no_match"]);
    expect(decision_reasons[0].message).toBe("The selfie does not match the registered face.");
    const seen = await edge.call("GET", `/v1/verifications/${visit.id}`, visit.token);
    expect(seen.body.decision_reasons).toMatchObject([{ code: "not_accepted" }]);
    expect(JSON.stringify(seen.body)).not.toMatch(/regist|match_/);
  });

  it("goes to a reviewer if the comparison is inconclusive", async () => {
    await rig.enrol("unsure");
    expect(await decisionOf(await rig.comeBack("unsure", UNSURE))).toEqual([
      "review",
      "face_match: review_band",
    ]);
  });
});

describe("3. a photo of the person", () => {
  it("is not enough: a challenge is required, whatever liveness_mode the policy names", async () => {
    await rig.enrol("printed");
    const visit = await rig.open("printed", { ...RETURN, liveness_mode: "passive" });
    expect((await visit.read()).next_action).toEqual({ type: "liveness_challenge" });
    edge.answers.frames = [frame({ template: shown(newHash(), ANNA) }, 0.99)];
    const passive = { mode: "passive", image_1: new Uint8Array([0xff, 0xd8, 0xff, 1]) };
    expect(outcome(await edge.upload("/v1/liveness/check", visit.token, passive))).toBe(
      "400 liveness_mode_too_weak",
    );
  });

  it("that does not perform the challenge is not live", async () => {
    await rig.enrol("still");
    const visit = await rig.open("still", RETURN);
    const { form } = await rig.prepare(visit, ANNA, []);
    edge.answers.frames = [newHash(), newHash()].map((hash) => frame({ template: shown(hash, ANNA) }));
    const { body } = await edge.upload("/v1/liveness/check", visit.token, form);
    expect(body.is_live).toBe(false);
    expect((await visit.read()).decision).toBeNull();
  });

  it("of the first visit, or the document's portrait, in any frame, goes to a reviewer in live mode", async () => {
    const portrait = newHash();
    const enrolled = await rig.open("copied", ENROL);
    await rig.consent(enrolled, ["verify", "return"]);
    await rig.showDocument(enrolled, shown(portrait, 10));
    const [neutral, performed] = [newHash(), newHash()];
    await rig.showFace(enrolled, ANNA, neutral, performed);
    // The results of the first visit are erased: only the registration remembers its photos.
    await edge.client.execute("delete from liveness_results");
    for (const frames of [
      [flipBits(neutral, 80), newHash()],
      [newHash(), performed],
      [flipBits(portrait, 256), newHash()],
      [newHash(), mirrored(portrait)],
    ]) {
      const visit = await rig.open("copied", RETURN);
      await rig.showFace(visit, ANNA, ...frames);
      expect(await decisionOf(visit)).toEqual([
        "review",
        "liveness: registration_copied",
        "face_match: registration_copied",
      ]);
    }
  });
});

describe("4. a registration that changes between the check and the comparison", () => {
  /** Runs `change` once, when a call has read the registration and opens it for the comparison. */
  function meanwhile(change: () => Promise<unknown>): void {
    const { vault } = edge.services;
    let opened = 0;
    const open: typeof vault.open = async (scope, context, encrypted) => {
      // The check itself opens it first, to look for copies.
      if (context.startsWith("face_template:fr_") && ++opened === 2) {
        Object.assign(edge.services, { vault });
        await change();
      }
      return vault.open(scope, context, encrypted);
    };
    Object.assign(edge.services, { vault: { ...vault, open } });
  }

  it("is compared if it replaces another one", async () => {
    await rig.enrol("exchanged");
    const visit = await rig.open("exchanged", RETURN);
    meanwhile(() => rig.upload("exchanged", STRANGER, true));
    expect((await rig.showFace(visit, ANNA)).status).toBe(200);
    expect(await decisionOf(visit)).toEqual(["declined", "face_match: no_match"]);
    const { registration_id } = (await rig.registrationOf("exchanged")).body;
    expect(await rig.comparison(visit)).toMatchObject({ registration_id, match: false });
  });

  it("leaves the verification to a reviewer if it is deleted, with face_erased", async () => {
    await rig.enrol("deleted");
    const visit = await rig.open("deleted", RETURN);
    meanwhile(() => edge.call("POST", "/v1/face/registrations/delete", live, { customer_ref: "deleted" }));
    expect((await rig.showFace(visit, ANNA)).status).toBe(200);
    expect(await decisionOf(visit)).toEqual(["review", "face_match: face_erased"]);
    expect(await rig.comparison(visit)).toMatchObject({ registration_id: null, similarity: null });
  });

  it("is compared again if the verification is still open", async () => {
    await rig.enrol("reopened");
    const policy = { ...RETURN, steps: ["document", "liveness"] };
    const visit = await rig.open("reopened", policy);
    await rig.showFace(visit, ANNA);
    expect(await rig.comparison(visit)).toMatchObject({ match: true });
    await rig.upload("reopened", STRANGER, true);
    await rig.showDocument(visit, shown(newHash()));
    expect(await decisionOf(visit)).toEqual(["declined", "face_match: no_match"]);
  });

  it("that is an upload does not count with approval_only", async () => {
    await rig.enrol("reuploaded");
    const visit = await rig.open("reuploaded", { ...RETURN, match_registered: "approval_only" });
    await rig.upload("reuploaded", ANNA, true);
    await rig.showFace(visit, ANNA);
    expect(await decisionOf(visit)).toEqual(["review", "face_match: face_erased"]);
    const refused = await rig.create("reuploaded", { ...RETURN, match_registered: "approval_only" });
    expect(outcome(refused)).toBe("404 registration_not_found");
  });
});

describe("5. a person who did not agree to be recognised", () => {
  it.each([[["verify"]], [undefined]])("is not registered: purposes %j", async (purposes) => {
    const customer = `refused-${purposes?.length}`;
    const visit = await rig.open(customer, ENROL);
    await rig.consent(visit, purposes);
    await rig.showDocument(visit, shown(newHash(), 10));
    await rig.showFace(visit, ANNA);
    expect(await decisionOf(visit)).toEqual(["approved"]);
    expect(outcome(await rig.create(customer, RETURN))).toBe("404 registration_not_found");
  });
});

describe("6. an erased person", () => {
  it("cannot return, and their registration holds nothing more", async () => {
    await rig.enrol("erased");
    const open = await rig.open("erased", RETURN);
    await edge.call("POST", "/v1/customers/erase", live, { customer_ref: "erased" });
    expect(outcome(await rig.create("erased", RETURN))).toBe("404 registration_not_found");
    expect((await open.read()).status).toBe("canceled");
    const rows = (await edge.rows("face_templates")).filter(({ customer_ref }) => customer_ref === "");
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ template: null, portrait_hash: null, quality: null });
  });
});

describe("7. a session token", () => {
  it("cannot name another customer_ref than its verification's", async () => {
    await rig.enrol("named");
    await rig.enrol("other");
    const visit = await rig.open("named", RETURN);
    const { frames, form } = await rig.prepare(visit, ANNA, [newHash(), newHash()]);
    edge.answers.frames = frames;
    const answer = await edge.upload("/v1/liveness/check", visit.token, { ...form, customer_ref: "other" });
    expect(outcome(answer)).toBe("403 verification_mismatch");
    expect((await visit.read()).decision).toBeNull();
  });
});

describe("8. two returns at once", () => {
  it("decide once, and replace the registration once", async () => {
    await rig.enrol("twice");
    const policy = {
      steps: ["liveness"],
      match_registered: "approval_only",
      register_on_approval: "replace",
    };
    const visit = await rig.open("twice", policy);
    await rig.consent(visit, ["verify", "return"]);
    const calls = [
      await rig.prepare(visit, ANNA, [newHash(), newHash()]),
      await rig.prepare(visit, ANNA, [newHash(), newHash()]),
    ];
    edge.answers.frames = calls[0]!.frames.map((each, n) => (n === 0 ? each : calls[1]!.frames[n]!));
    const looks = await Promise.all(
      calls.map(({ form }) => edge.upload("/v1/liveness/check", visit.token, form)),
    );
    expect(looks.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const events = (await edge.rows("events")).filter(
      ({ type, subject_id }) => type === "verification.completed" && subject_id === visit.id,
    );
    expect(events).toHaveLength(1);
    const registered = (await edge.rows("face_templates")).filter(
      ({ customer_ref, deleted_at }) => customer_ref === "twice" && deleted_at === null,
    );
    expect(registered).toHaveLength(1);
  });
});

/** `RETURNS=1000 npm run test:all -- test/acceptance/returning` makes as many as the contract speaks of. */
const RETURNS = Number(process.env.RETURNS ?? 25);

describe(`9. ${RETURNS} returns`, () => {
  it("add no row to the gallery", { timeout: 60_000 + RETURNS * 2_000 }, async () => {
    await rig.enrol("regular");
    liftLimits(edge);
    const before = await edge.rows("face_templates");
    for (let n = 0; n < RETURNS; n++) {
      expect(await decisionOf(await rig.comeBack("regular", ANNA))).toEqual(["approved"]);
    }
    expect(await edge.rows("face_templates")).toEqual(before);
  });
});
