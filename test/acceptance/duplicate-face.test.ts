import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PortraitReading, Template } from "#edge/inference/port.ts";
import { reviewVerification } from "#edge/operations/verifications/review.ts";
import { OPERATOR } from "#edge/store/audit/chain.ts";
import { dossierFaults } from "#edge/verdicts/dossier/replay.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { newHash, shown } from "#test/harness/edge/hashes.ts";
import { analysis, forensics, templateScoring } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { ANNA, ENROL, openReturnRig, type Visit } from "./return-rig.ts";

/** One person under two references at once, with `dedupe` (contract §3.7, contract §3.9, contract §4.7). */

const rig = await openReturnRig();
const { edge } = rig;
afterAll(() => edge.close());

const REVIEW = { ...ENROL, dedupe: "review" };
const CHECK = { external_checks: [{ name: "own", deadline_seconds: 3_600 }] };

/** A tenant's key: each test has a gallery of its own. */
let key: string;
beforeEach(async () => {
  key = (await edge.newTenant()).keys.live;
});

/** A person who agreed to be recognised, and whose selfie was checked while the gallery was empty. */
async function begin(customer: string, policy: object): Promise<Visit> {
  const visit = await rig.open(customer, policy, key);
  await rig.consent(visit, ["verify", "return"]);
  expect((await rig.showFace(visit, ANNA)).status).toBe(200);
  return visit;
}
const both = async (policy: object) => [await begin("one", policy), await begin("two", policy)] as const;
const document = (visit: Visit, changes: object = {}) =>
  rig.showDocument(visit, shown(newHash(), 10), changes);
const answer = ({ id }: Visit) =>
  edge.call("POST", `/v1/verifications/${id}/checks/own`, key, { outcome: "passed" });
const approve = ({ id }: Visit, reason = "identity_confirmed") =>
  edge.call("POST", `/v1/verifications/${id}/review`, key, { ruling: "approved", reason, acting_as: "ada" });
const decisionOf = async ({ read }: Visit) => {
  const { decision, decision_reasons } = await read();
  return [decision, ...decision_reasons.map(({ code }: { code: string }) => code)].join(" ");
};
const registered = async () =>
  (await Promise.all(["one", "two"].map((customer) => rig.registrationOf(customer, key)))).map(
    ({ status }) => status,
  );
const forget = (customer: string) => edge.call("DELETE", `/v1/face/registrations/${customer}`, key);
const faultsOf = async ({ id }: Visit) =>
  dossierFaults((await edge.call("GET", `/v1/verifications/${id}/dossier`, key)).body);

const withPortrait = (shown: PortraitReading, template: Template): PortraitReading => ({
  ...shown,
  portrait: { ...shown.portrait!, face: { ...shown.portrait!.face, template } },
});

describe("both selfies before either document", () => {
  it.each([
    ["review", [0, 1], "review duplicate_face"],
    ["review", [1, 0], "review duplicate_face"],
    ["decline", [0, 1], "declined duplicate_face"],
    ["decline", [1, 0], "declined duplicate_face"],
  ] as const)(
    "%s: the reference that is decided later is found, in the order %j",
    async (dedupe, [a, b], decision) => {
      const visits = await both({ ...ENROL, dedupe });
      await document(visits[a]);
      await document(visits[b]);
      expect(await decisionOf(visits[a])).toBe("approved");
      expect(await decisionOf(visits[b])).toBe(decision);
      expect((await registered())[a]).toBe(200);
      expect((await registered())[b]).toBe(404);
    },
  );

  it("uses up no attempt, and names its result; the dossier proves the decision", async () => {
    const [one, two] = await both(REVIEW);
    for (const visit of [one, two]) await document(visit);
    const step = (await two.read()).steps.find(({ name }: { name: string }) => name === "liveness");
    expect(step).toMatchObject({ attempts: 1, status: "review", reason: "duplicate_face" });
    const [, first, again] = step.result_ids;
    const found = async (id: string) => (await edge.call("GET", `/v1/face/verify/${id}`, key)).body;
    expect(await found(first)).toMatchObject({ kind: "dedupe", match: false });
    expect(await found(again)).toMatchObject({ kind: "dedupe", match: true, customer_ref: "one" });
    expect((await found(again)).quality).toEqual((await found(first)).quality);
    for (const visit of [one, two]) expect(await faultsOf(visit)).toEqual([]);
  });

  it("of two documents at the same moment one is approved and registered", async () => {
    const visits = await both(REVIEW);
    // Sets what both documents will show.
    await document(await begin("aside", REVIEW));
    await forget("aside");
    const shownBefore = edge.answers.reading as PortraitReading;
    // Each capture is a photo of its own.
    const own = (get: () => unknown) => ({ configurable: true, get });
    Object.defineProperties(edge.answers, {
      reading: own(() => withPortrait(shownBefore, shown(newHash(), 10))),
      forensics: own(() => forensics()),
    });
    const send = ({ id, token }: Visit, n: number) =>
      edge.upload(`/v1/verifications/${id}/document`, token, { front: image(200 + n) });
    const answers = await Promise.all(visits.map(send));
    Object.defineProperties(edge.answers, {
      reading: { value: shownBefore, writable: true },
      forensics: { value: forensics(), writable: true },
    });
    expect(answers.map(outcome)).toEqual(["200", "200"]);
    const decisions = await Promise.all(visits.map(decisionOf));
    expect(decisions.sort()).toEqual(["approved", "review duplicate_face"]);
    expect((await registered()).sort()).toEqual([200, 404]);
  });

  it("a gallery that cannot be searched any more is left to a person", async () => {
    const [visit] = await both(REVIEW);
    edge.answers.faces.image = analysis({ template: { ...templateScoring(0), version: "test-model@0" } });
    const old = { image: image(), customer_ref: "old" };
    expect((await edge.upload("/v1/face/registrations", key, old)).status).toBe(201);
    edge.answers.faces = {};
    await document(visit);
    expect(await decisionOf(visit)).toBe("review model_version_mismatch");
  });

  it("dedupe off searches nothing", async () => {
    const visit = await begin("one", ENROL);
    const searches = vi.spyOn(edge.services.inference, "searchGallery");
    await document(visit);
    expect(await decisionOf(visit)).toBe("approved");
    expect(searches).not.toHaveBeenCalled();
    searches.mockRestore();
  });
});

it("answers to external checks find the other one, also at the same moment", async () => {
  const visits = await both({ ...REVIEW, ...CHECK });
  for (const visit of visits) await document(visit);
  expect((await Promise.all(visits.map(answer))).map(outcome)).toEqual(["200", "200"]);
  const decisions = await Promise.all(visits.map(decisionOf));
  expect(decisions.sort()).toEqual(["approved", "review duplicate_face"]);
  expect((await registered()).sort()).toEqual([200, 404]);
  for (const visit of visits) expect(await faultsOf(visit)).toEqual([]);
});

describe("a reviewer's approval", () => {
  const suspicious = { editingSoftware: ["Paint"] };

  it("needs the reason not_a_duplicate once the face is registered under another reference", async () => {
    const [one, two] = await both(REVIEW);
    for (const visit of [one, two]) await document(visit, suspicious);
    expect(outcome(await approve(one))).toBe("200");
    const refused = await approve(two);
    expect(outcome(refused)).toBe("400 invalid_parameter");
    expect(refused.body.error).toMatchObject({
      param: "reason",
      message: expect.stringContaining("duplicate"),
    });
    expect((await two.read()).decision).toBe("review");
    expect(await registered()).toEqual([200, 404]);
    expect(outcome(await approve(two, "not_a_duplicate"))).toBe("200");
    expect(await registered()).toEqual([200, 200]);
  });

  it("by a command, which cannot search, needs that reason at once; a decline needs none", async () => {
    const tenant = await edge.newTenant();
    key = tenant.keys.live;
    const visit = await begin("one", REVIEW);
    await document(visit, suspicious);
    const { id, read } = visit;
    const { services } = edge;
    const command = {
      ...{ services: { ...services, inference: null }, scope: tenant.scope("live"), now: services.clock() },
      actor: OPERATOR,
    } as const;
    const ruled = { id, ruling: "approved", reason: "identity_confirmed" } as const;
    await expect(reviewVerification(command, ruled)).rejects.toThrow("cannot search");
    await reviewVerification(command, { id, ruling: "declined", reason: "document_forged" });
    expect((await read()).decision).toBe("declined");
  });

  it("of two at the same moment one is written", async () => {
    const visits = await both(REVIEW);
    for (const visit of visits) await document(visit, suspicious);
    const answers = await Promise.all(visits.map((visit) => approve(visit)));
    expect(answers.map(outcome).sort()).toEqual(["200", "400 invalid_parameter"]);
    expect((await registered()).sort()).toEqual([200, 404]);
  });

  it("of a duplicate that the reviewer saw needs no other reason", async () => {
    const [one, two] = await both(REVIEW);
    for (const visit of [one, two]) await document(visit);
    expect(outcome(await approve(two))).toBe("200");
  });
});
