import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Template } from "#edge/inference/port.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { flipBits, mirrored, newHash, shown } from "#test/harness/edge/hashes.ts";
import { analysis, face, forensics, frame, MRZ, reading } from "#test/harness/edge/inference-results.ts";
import { type Action, PERFORMED } from "#test/harness/edge/performed.ts";

/** Copies of known images as live frames (finding C2), by the hashes that inference answers. */

let live: string;
const edge = await openCheckEdge();
afterAll(() => edge.close());
/** Whose frames are remembered is a tenant's: each test has its own. */
beforeEach(async () => {
  live = (await edge.newTenant()).keys.live;
  customers = 0;
});

let customers = 0;
const newCustomer = () => `customer-${++customers}`;

const open = async (customer_ref = newCustomer(), key = live, policy: object = {}) => ({
  ...(await edge.verification(policy, customer_ref, key)),
  key,
});
type Opened = Awaited<ReturnType<typeof open>>;

/** Answers a challenge with frames of these hashes; returns the result as a secret key reads it. */
async function showFace({ token, key }: Opened, ...hashes: (Uint8Array | undefined)[]) {
  const { body: asked } = await edge.call("POST", "/v1/liveness/challenges", token, {});
  const looks = [{}, PERFORMED[asked.action as Action]];
  edge.answers.frames = looks.map((look, n) => frame({ ...look, template: shown(hashes[n]) }));
  const { challenge_token } = asked;
  const parts = { mode: "challenge", challenge_token, image_1: image(1), image_2: image(2) };
  const answer = await edge.upload("/v1/liveness/check", token, parts);
  expect(answer.status).toBe(200);
  return {
    visible: answer.body,
    body: (await edge.call("GET", `/v1/liveness/${answer.body.lc_id}`, key)).body,
  };
}

/** A page of a state that is not the specimens', with this face on it. */
function genuine(portrait: Template) {
  const fields = MRZ.fields.map((field) => (field.value === "UTO" ? { ...field, value: "NLD" } : field));
  const place = { ...reading().portrait!, face: face({ landmarks: [], template: portrait }) };
  return reading({ mrz: { ...MRZ, fields }, portrait: place });
}

/** Shows a genuine document that bears the portrait. */
async function showDocument({ id, token }: Opened, portrait: Template) {
  edge.answers.reading = genuine(portrait);
  edge.answers.forensics = forensics();
  await edge.upload(`/v1/verifications/${id}/document`, token, { front: image(randomBytes(1)[0]) });
}

const matchOf = async ({ id, key }: Opened) => {
  const [row] = (await edge.rows("face_matches")).filter(({ verification_id }) => verification_id === id);
  return (await edge.call("GET", `/v1/face/verify/${row!.id}`, key)).body;
};

describe("a live frame that is a copy of the document's portrait", () => {
  const portrait = newHash();
  const walk = async (hashes: Uint8Array[], options: { degrees?: number; first?: "face" } = {}) => {
    const opened = await open();
    const document = () => showDocument(opened, shown(portrait, options.degrees));
    if (options.first !== "face") await document();
    await showFace(opened, ...hashes);
    if (options.first === "face") await document();
    return { opened, verification: await opened.read() };
  };

  it("C2: leaves the verification to a person, whichever came first, and is no match", async () => {
    for (const first of ["face", undefined] as const) {
      const copy = flipBits(portrait, first === "face" ? 30 : 400);
      const { opened, verification } = await walk([copy, newHash()], first && { first });
      expect(verification).toMatchObject({
        decision: "review",
        decision_reasons: [{ code: "portrait_copied", step: "face_match" }],
      });
      expect(await matchOf(opened)).toMatchObject({ match: false, copied: true, reason: "portrait_copied" });
    }
  });

  it("C2: is found as a mirror image, and in any frame of the check", async () => {
    for (const hashes of [
      [mirrored(portrait), newHash()],
      [newHash(), flipBits(portrait, 256)],
    ]) {
      expect((await walk(hashes)).verification.decision).toBe("review");
    }
  });

  it("C2: stays with the verification, although another photo of the person follows", async () => {
    const opened = await open(newCustomer(), live, { max_attempts: 3 });
    await showFace(opened, portrait, newHash());
    const page = genuine(shown(portrait));
    edge.answers.reading = page;
    edge.answers.forensics = forensics({ reading: page });
    await edge.upload("/v1/ocr/scan", opened.token, { image: image(9) });
    await showFace(opened, newHash(), newHash());
    await edge.upload("/v1/fraud/detect", opened.token, { image: image(9) });
    expect(await opened.read()).toMatchObject({
      decision: "review",
      decision_reasons: [{ code: "portrait_copied", step: "face_match" }],
    });
  });

  it("is not seen in another photo of the person: neither by similar pixels alone, nor by a similar template alone", async () => {
    const near = await walk([flipBits(portrait, 257), newHash()], { degrees: 20 });
    expect(near.verification.decision).toBe("approved");
    live = (await edge.newTenant()).keys.live;
    const alike = await walk([flipBits(portrait, 401), newHash()]);
    expect(alike.verification.decision).toBe("approved");
    expect(await matchOf(alike.opened)).toMatchObject({ match: true, copied: false });
  });

  it("is unknown if a face was kept without its hash", async () => {
    const opened = await open();
    await showDocument(opened, shown(undefined));
    await showFace(opened, newHash(), newHash());
    expect(await matchOf(opened)).toMatchObject({ match: true, copied: null });
  });
});

describe("frames that were sent before", () => {
  const seen = (body: { frames: { replayed: boolean }[] }) => body.frames.map(({ replayed }) => replayed);

  it("leave another verification to a person: whole, cut or saved again, in any order, mirrored", async () => {
    const [first, second] = [newHash(), newHash()];
    expect((await showFace(await open("victim"), first, second)).body).toMatchObject({ is_live: true });
    for (const frames of [
      [first, second],
      [newHash(), first],
      [flipBits(second, 240), newHash()],
      [flipBits(mirrored(first), 240), newHash()],
    ]) {
      const opened = await open();
      const { body } = await showFace(opened, ...frames);
      expect(body).toMatchObject({ is_live: false, score: 0, reason: "frames_replayed", retryable: false });
      await showDocument(opened, shown(newHash()));
      expect(await opened.read()).toMatchObject({
        decision: "review",
        decision_reasons: [{ code: "frames_replayed", step: "liveness" }],
      });
    }
  });

  it("are found up to 240 bits from another customer's, 80 from one's own, 48 within a verification", async () => {
    const [others, own] = [newHash(), newHash()];
    await showFace(await open("victim"), others);
    await showFace(await open("owner"), own);
    const probe = async (hash: Uint8Array, customer?: string) =>
      seen((await showFace(await open(customer ?? newCustomer()), hash, newHash())).body)[0];
    expect(await probe(flipBits(others, 241))).toBe(false);
    expect(await probe(flipBits(own, 81), "owner")).toBe(false);
    expect(await probe(flipBits(own, 80), "owner")).toBe(true);
    const opened = await open("third");
    const hash = newHash();
    await showFace(opened, hash, newHash());
    expect(seen((await showFace(opened, flipBits(hash, 49), flipBits(hash, 48))).body)).toEqual([
      false,
      true,
    ]);
  });

  it("are judged in one of two calls that send them at the same time: the other came first", async () => {
    const hash = newHash();
    edge.answers.frames = [frame({ template: shown(hash) }, 0.9)];
    const passive = { mode: "passive", image_1: image() };
    const sent = await Promise.all(
      ["one", "two"].map((customer_ref) =>
        edge.upload("/v1/liveness/check", live, { ...passive, customer_ref }),
      ),
    );
    expect(sent.map(({ body }) => body.reason).sort()).toEqual(["frames_replayed", "live"]);
  });

  it("stay with the verification, although new ones follow", async () => {
    const hash = newHash();
    await showFace(await open("victim"), hash, newHash());
    const opened = await open();
    await showFace(opened, hash, newHash());
    expect((await showFace(opened, newHash(), newHash())).body.is_live).toBe(true);
    await showDocument(opened, shown(newHash()));
    expect(await opened.read()).toMatchObject({
      decision: "review",
      decision_reasons: [{ code: "frames_replayed" }],
    });
  });

  it("are not reported to a device", async () => {
    const hash = newHash();
    await showFace(await open("victim"), hash, newHash());
    const { visible } = await showFace(await open(), hash, newHash());
    expect(visible).toMatchObject({ is_live: false, reason: "not_accepted" });
    expect(JSON.stringify(visible)).not.toContain("replayed");
  });

  it("are another tenant's and mode's own", async () => {
    const hash = newHash();
    const tenant = await edge.newTenant();
    await showFace(await open("victim", tenant.keys.live), hash, newHash());
    for (const key of [live, tenant.keys.test]) {
      expect(seen((await showFace(await open("second", key), hash, newHash())).body)).toEqual([false, false]);
    }
  });

  it("are forgotten with the person", async () => {
    const hash = newHash();
    await showFace(await open("victim"), hash, newHash());
    await edge.call("DELETE", "/v1/customers/victim", live);
    expect((await showFace(await open(), hash, newHash())).body.is_live).toBe(true);
  });

  it("are compared in a call without a customer, and not remembered from it", async () => {
    const hash = newHash();
    const check = async (customer_ref?: string) => {
      edge.answers.frames = [frame({ template: shown(hash) }, 0.9)];
      const subject = customer_ref === undefined ? {} : { customer_ref };
      const parts = { mode: "passive", image_1: image(), ...subject };
      return (await edge.upload("/v1/liveness/check", live, parts)).body;
    };
    expect(await check()).toMatchObject({ is_live: true });
    expect(await check("customer")).toMatchObject({ is_live: true });
    expect(await check()).toMatchObject({ is_live: false, reason: "frames_replayed" });
  });

  it("of a check that was not live are remembered; a check that is not live keeps its own reason", async () => {
    const hash = newHash();
    const opened = await open("victim");
    edge.answers.frames = [frame({ template: shown(hash) })];
    for (const isReplayed of [false, true]) {
      const parts = { mode: "passive", image_1: image() };
      const { body } = await edge.upload("/v1/liveness/check", live, { ...parts, customer_ref: "victim" });
      expect(body).toMatchObject({ reason: "step_up_required", frames: [{ replayed: isReplayed }] });
    }
    expect((await showFace(opened, hash, newHash())).body.reason).toBe("frames_replayed");
  });
});

it("a copy is reported in test mode, and judged like any other: of a portrait, of frames, of a registered photo", async () => {
  const { test } = (await edge.newTenant()).keys;
  const hash = newHash();
  edge.answers.faces.image = analysis({ template: shown(hash) });
  await edge.upload("/v1/face/registrations", test, { image: image(), customer_ref: "owner" });
  const opened = await open("owner", test);
  await showDocument(opened, shown(hash));
  const first = await showFace(opened, hash, newHash());
  expect(first.body).toMatchObject({ is_live: true, registration_copied: true });
  expect(await matchOf(opened)).toMatchObject({ match: true, copied: true, reason: null });
  expect((await opened.read()).decision).toBe("approved");
  const again = await showFace(await open("second", test), hash, newHash());
  expect(again.body).toMatchObject({ is_live: true, reason: "live" });
  expect(again.body.frames).toMatchObject([{ replayed: true }, { replayed: false }]);
});

it("the photo that is registered leaves the customer's verification to a person as a live frame, and no other's", async () => {
  const hash = newHash();
  edge.answers.faces.image = analysis({ template: shown(hash) });
  await edge.upload("/v1/face/registrations", live, { image: image(), customer_ref: "owner" });
  const { body } = await showFace(await open("owner"), newHash(), flipBits(hash, 80));
  expect(body).toMatchObject({ is_live: false, reason: "registration_copied", registration_copied: true });
  const other = await showFace(await open("other"), newHash(), newHash());
  expect(other.body).toMatchObject({ is_live: true, registration_copied: null });
});
