import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useFolder } from "#test/harness/folder.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { flipped, newCsca } from "#test/harness/trust/chips.ts";
import { CHIP, type ChipRig, openChipRig, statusIn } from "./chip-rig.ts";

const folder = useFolder();
let it9303: ChipRig;
beforeAll(async () => {
  it9303 = await openChipRig(folder);
});
afterAll(() => it9303.rig.close());

describe("a chip that its state has signed", () => {
  it("1: with its answer to a challenge and the holder's live face, it approves without a photo", async () => {
    const { rig, open, passport, presents, showFace, csca } = it9303;
    const visit = await open();
    const { status, body } = await presents(visit, await passport());
    expect([status, body.chip.outcome, body.chip.clone_check]).toEqual([200, "authentic", "passed"]);
    expect(body.chip).toMatchObject({
      anchor: { country: "UT", kind: "csca", sha256: csca.sha256 },
      ...{ document_type: "passport", issuing_country: "UTO", weak_algorithm: false },
      not_checked: ["revocation"],
    });
    await showFace(visit);
    expect(await visit.read()).toMatchObject({
      decision: "approved",
      verified_data: {
        document_number: { value: "L898902C3", source: "chip" },
        full_name: { value: "ANNA MARIA ERIKSSON", source: "chip" },
      },
    });
    expect(rig.calls).not.toContain("examineDocument");
  });

  it("is declined if the live face is another person's", async () => {
    const { open, passport, presents, showFace } = it9303;
    const visit = await open();
    await presents(visit, await passport());
    await showFace(visit, 120);
    const { decision, decision_reasons } = await visit.read();
    expect([decision, decision_reasons[0].code]).toEqual(["declined", "no_match"]);
  });

  it("shows its data alone without an answer: files that were read once can be sent again", async () => {
    const { open, passport, presentsData, showFace } = it9303;
    const visit = await open();
    const { body } = await presentsData(visit, await passport());
    expect([body.chip.outcome, body.chip.clone_check]).toEqual(["data_authentic", "not_made"]);
    expect(body.chip.not_checked).toEqual(["revocation", "copy"]);
    await showFace(visit);
    expect((await visit.read()).decision).toBe("approved");
  });

  it("is not asked for an answer that it cannot give", async () => {
    const { open, passport, presentsData } = it9303;
    const { body } = await presentsData(await open(), await passport({ activeAuthentication: null }));
    expect([body.chip.outcome, body.chip.clone_check]).toEqual(["data_authentic", "not_supported"]);
    expect(statusIn(body.chip, "chip_active_authentication")).toBe("not_applicable");
  });

  it("5: is attributed to the one of two CSCAs of one name whose key signed", async () => {
    const { open, passport, presents, trust } = it9303;
    const pair = [newCsca("UT"), newCsca("UT")];
    for (const each of pair) await trust(each);
    for (const csca of pair) {
      const { body } = await presents(await open(), await passport({ csca }));
      expect([body.chip.outcome, body.chip.anchor.sha256]).toEqual(["authentic", csca.sha256]);
    }
  });

  it("is verified outside a verification in the same way, with a challenge of its own", async () => {
    const { rig, passport, filesOf, challenge } = it9303;
    const chip = await passport();
    const made = await challenge("/v1/chip/challenges", rig.key);
    const aa_signature = new Uint8Array(chip.answer(new Uint8Array(Buffer.from(made.challenge, "hex"))));
    const parts = { ...filesOf(chip), chip_challenge_id: made.chip_challenge_id, aa_signature };
    const { status, body } = await rig.upload("/v1/chip/verify", rig.key, parts);
    expect([status, body.outcome, body.verification_id]).toEqual([200, "authentic", null]);
    const again = await rig.call("GET", `/v1/signed-evidence/${body.chip_id}`, rig.key);
    expect(again.body).toEqual(body);
    expect((await rig.call("GET", `/v1/ocr/${body.chip_id}`, rig.key)).status).toBe(404);
    expect((await rig.call("DELETE", `/v1/signed-evidence/${body.chip_id}`, rig.key)).status).toBe(204);
    expect((await rig.call("GET", `/v1/signed-evidence/${body.chip_id}`, rig.key)).status).toBe(404);
  });
});

describe("a chip that is not as its state has signed it", () => {
  it.each(["dg1", "dg2", "hash_list", "attributes", "signature", "certificate"] as const)(
    "2: with one changed bit in %s it is not authentic, and the document is fraudulent",
    async (part) => {
      const { open, passport, presents } = it9303;
      const visit = await open();
      const { body } = await presents(visit, flipped(await passport(), part));
      expect(body.chip).toMatchObject({ outcome: "not_authentic", fields: {}, mrz: null });
      const { decision, decision_reasons } = await visit.read();
      expect([decision, decision_reasons[0].code]).toEqual(["declined", "fraud_fraudulent"]);
    },
  );

  it("3: with a data group that it does not name it is not authentic", async () => {
    const { open, passport, presentsData } = it9303;
    const [chip, other] = [await passport({ activeAuthentication: null }), await passport()];
    const dataGroups = new Map([...chip.dataGroups, [15, other.dataGroups.get(15)!]]);
    const { body } = await presentsData(await open(), { ...chip, dataGroups });
    expect([body.chip.outcome, statusIn(body.chip, "chip_dg_hashes")]).toEqual(["not_authentic", "fail"]);
  });

  it("6: signed by another state than its MRZ's it is not authentic", async () => {
    const { open, passport, presents, trust } = it9303;
    const finland = newCsca("FI");
    await trust(finland);
    const { body } = await presents(await open(), await passport({ csca: finland }));
    expect(body.chip.outcome).toBe("not_authentic");
    expect(statusIn(body.chip, "chip_issuer_matches_zone")).toBe("fail");
    const signer = newIdentity({ country: "UT", commonName: "ds", curve: "prime256v1", issuer: finland });
    const lent = await presents(await open(), await passport({ csca: finland, signer }));
    expect(statusIn(lent.body.chip, "chip_issuer_matches_zone")).toBe("fail");
  });

  it("is not authentic if another chip answers the challenge", async () => {
    const { open, passport, filesOf, answered, send } = it9303;
    const visit = await open();
    const [chip, other] = [await passport(), await passport()];
    const { body } = await send(
      visit,
      { ...filesOf(chip), ...(await answered(visit, other, visit.key)) },
      visit.key,
    );
    expect([body.chip.outcome, body.chip.clone_check]).toEqual(["not_authentic", "failed"]);
  });

  it("is not authentic if its signer's certificate is for another purpose", async () => {
    const { open, passport, presents, csca } = it9303;
    const usages = ["2.23.136.1.1.3"];
    const signer = newIdentity({
      country: "UT",
      commonName: "ml",
      curve: "prime256v1",
      issuer: csca,
      usages,
    });
    const { body } = await presents(await open(), await passport({ signer }));
    expect([body.chip.outcome, statusIn(body.chip, "chip_signer_chain")]).toEqual(["not_authentic", "fail"]);
  });
});

describe("a chip that proves nothing", () => {
  it("4: of an unknown CSCA it uses no attempt, ten times, and a photo still decides", async () => {
    const { open, passport, presents, photograph, showFace } = it9303;
    const visit = await open();
    const stranger = newCsca("UT");
    for (let n = 0; n < 3; n++) {
      const { body } = await presents(visit, await passport({ csca: stranger }));
      expect(body.chip).toMatchObject({ outcome: "unknown_issuer", anchor: null, fields: {}, mrz: null });
      expect(body.verification.steps[0]).toMatchObject({
        ...{ status: "retry_required", attempts: 0, reason: "unknown_issuer" },
      });
    }
    expect((await photograph(visit)).status).toBe(200);
    await showFace(visit);
    expect(await visit.read()).toMatchObject({
      decision: "approved",
      verified_data: { document_number: { source: "mrz" } },
    });
  });

  it("12: in live mode, of a CSCA that only test mode trusts", async () => {
    const { rig, open, passport, presents } = it9303;
    const visit = await open(CHIP, "customer-live", rig.tenant.keys.live);
    const { body } = await presents(visit, await passport());
    expect(body.chip).toMatchObject({ outcome: "unknown_issuer", anchor: null });
  });

  it("without a face that can be compared, is to be read again", async () => {
    const { rig, open, passport, presents } = it9303;
    rig.answers.chipPortrait = "no_face";
    const { body } = await presents(await open(), await passport());
    rig.answers.chipPortrait = (await import("#test/harness/edge/inference-results.ts")).reading().portrait;
    expect(body.chip).toMatchObject({ outcome: "not_readable", fields: {} });
    expect(body.verification.steps[0]).toMatchObject({ attempts: 0, reason: "chip_read_incomplete" });
  });

  it("with algorithms below the policy's, and without one all count", async () => {
    const { open, passport, presents } = it9303;
    const chip = await passport({ digest: "sha1" });
    const strict = await presents(await open({ ...CHIP, chip_min_strength: 112 }), chip);
    expect(strict.body.chip).toMatchObject({ outcome: "authentic", weak_algorithm: true, security_bits: 80 });
    expect(strict.body.verification.steps[0]).toMatchObject({ attempts: 0, reason: "chip_too_weak" });
    const { body } = await presents(await open(), chip);
    expect(body.verification.steps[0].status).toBe("passed");
  });
});

describe("7: a challenge of a chip", () => {
  const refused = async (
    visit: Awaited<ReturnType<ChipRig["open"]>>,
    parts: Record<string, string | Uint8Array<ArrayBuffer>>,
    credential = visit.key,
  ) => {
    const before = (await it9303.rig.rows("ocr_results")).length;
    const { status, body } = await it9303.send(visit, parts, credential);
    expect((await it9303.rig.rows("ocr_results")).length).toBe(before);
    return [status, body.error.code];
  };

  it("counts for its verification alone", async () => {
    const { open, passport, filesOf, answered } = it9303;
    const [visit, other, chip] = [await open(), await open(), await passport()];
    const answer = await answered(other, chip, other.key);
    expect(await refused(visit, { ...filesOf(chip), ...answer })).toEqual([400, "chip_challenge_invalid"]);
  });

  it("counts with the credential alone that it was issued to", async () => {
    const { open, passport, filesOf, answered } = it9303;
    const [visit, chip] = [await open(), await passport()];
    const answer = await answered(visit, chip, visit.token);
    expect(await refused(visit, { ...filesOf(chip), ...answer })).toEqual([400, "chip_challenge_invalid"]);
  });

  it("counts for 120 seconds", async () => {
    const { rig, open, passport, filesOf, answered } = it9303;
    const [visit, chip] = [await open(), await passport()];
    const answer = await answered(visit, chip, visit.key);
    rig.advance(120_000);
    expect(await refused(visit, { ...filesOf(chip), ...answer })).toEqual([400, "chip_challenge_expired"]);
  });

  it("counts once, also of two simultaneous calls", async () => {
    const { open, passport, filesOf, answered, send } = it9303;
    const [visit, chip] = [await open(), await passport()];
    const parts = { ...filesOf(chip), ...(await answered(visit, chip, visit.key)) };
    const both = await Promise.all([send(visit, parts, visit.key), send(visit, parts, visit.key)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)!.body.error.code).toBe("chip_challenge_used");
    expect(await refused(await open(), parts)).toEqual([400, "chip_challenge_invalid"]);
  });

  it("is not a challenge of a liveness check", async () => {
    const { rig, open, passport, filesOf } = it9303;
    const [visit, chip] = [await open(), await passport()];
    const { body } = await rig.call("POST", "/v1/liveness/challenges", visit.key, {});
    const parts = {
      ...filesOf(chip),
      chip_challenge_id: body.challenge_id,
      aa_signature: new Uint8Array(64),
    };
    expect(await refused(visit, parts)).toEqual([400, "chip_challenge_invalid"]);
  });
});

describe("the policy", () => {
  it.each([
    ["without a face match", { ...CHIP, require_face_match: false }],
    ["with a weaker liveness check", { ...CHIP, liveness_mode: "passive" }],
    ["without the liveness step", { document_evidence: ["chip"], steps: ["document"] }],
    ["for an age check, which keeps nothing", { ...CHIP, purpose: "age", min_age: 18 }],
  ])("11: accepts no chip %s", async (_, policy) => {
    const { rig } = it9303;
    const { status, body } = await rig.call("POST", "/v1/verifications", rig.key, {
      ...{ customer_ref: "customer-1", policy },
    });
    expect([status, body.error.code]).toEqual([400, "invalid_parameter"]);
    expect(body.error.param).toBe("policy.document_evidence");
  });

  it("11: never approves a chip before a live challenge", async () => {
    const { rig, open, passport, presentsData } = it9303;
    const visit = await open();
    await presentsData(visit, await passport());
    const form = { mode: "passive", image_1: new Uint8Array([0xff, 0xd8, 0xff, 1]) };
    const weak = await rig.upload("/v1/liveness/check", visit.token, form);
    expect([weak.status, weak.body.error.code]).toEqual([400, "liveness_mode_too_weak"]);
    expect((await visit.read()).status).toBe("in_progress");
  });

  it("decides which evidence is taken: absent it is photos, as `next_action` says", async () => {
    const { rig, open, passport, presentsData, photograph } = it9303;
    const plain = await open({});
    expect((await plain.read()).next_action).toEqual({ type: "ocr_scan" });
    expect((await presentsData(plain, await passport())).body.error.code).toBe("verification_not_open");
    const both = await open();
    expect((await both.read()).next_action).toEqual({ type: "ocr_scan", methods: ["picture", "chip"] });
    const next = await rig.call("GET", `/v1/verifications/${both.id}/next`, both.token);
    expect(next.body.action).toMatchObject({ type: "document", methods: ["picture", "chip"] });
    const only = await open({ ...CHIP, document_evidence: ["chip"] });
    expect((await only.read()).next_action).toEqual({ type: "signed_evidence", methods: ["chip"] });
    const refused = await photograph(only);
    expect([refused.status, refused.body.error.code]).toEqual([409, "verification_not_open"]);
  });

  it("refuses fingers and irises, and more than 512 KiB", async () => {
    const { open, passport, filesOf, send } = it9303;
    const [visit, files] = [await open(), filesOf(await passport())];
    const fingers = await send(visit, { ...files, dg3: new Uint8Array(10) });
    expect([fingers.status, fingers.body.error.code]).toEqual([400, "unknown_parameter"]);
    const large = await send(visit, { ...files, dg11: new Uint8Array(512 * 1024) });
    expect([large.status, large.body.error.code]).toEqual([413, "request_too_large"]);
  });
});
