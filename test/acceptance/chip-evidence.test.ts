import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dossierFaults } from "#edge/verdicts/dossier/replay.ts";
import { newOwner } from "#test/dashboard/visitor.ts";
import { useFolder } from "#test/harness/folder.ts";
import { passportMrz } from "#test/harness/trust/chip-files.ts";
import { flipped, HOLDER, newCsca } from "#test/harness/trust/chips.ts";
import { CHIP, type ChipRig, openChipRig, statusIn } from "./chip-rig.ts";

const folder = useFolder();
let it9303: ChipRig;
beforeAll(async () => {
  it9303 = await openChipRig(folder);
});
afterAll(() => it9303.rig.close());

describe("a chip beside a photo", () => {
  const suspicious = {
    signals: [{ name: "splicing", score: 0.6, region: null, model: { name: "s", version: "1" } }],
  };

  it("lifts what pixels alone say of the same document, if the chip is no copy", async () => {
    const { open, passport, presents, presentsData, photograph, showFace } = it9303;
    for (const [present, decision] of [
      [presents, "approved"],
      [presentsData, "review"],
    ] as const) {
      const visit = await open();
      await photograph(visit, {}, suspicious);
      expect((await visit.read()).steps[0]).toMatchObject({ status: "review", reason: "fraud_suspicious" });
      const { body } = await present(visit, await passport());
      expect(statusIn(body.chip, "chip_zone_consistency")).toBe("pass");
      await showFace(visit);
      expect((await visit.read()).decision).toBe(decision);
    }
  });

  it("lifts no finding of a failed check", async () => {
    const { open, passport, presents, photograph, showFace } = it9303;
    const visit = await open();
    await photograph(visit, {}, { editingSoftware: ["Editor"] });
    await presents(visit, await passport());
    await showFace(visit);
    const { decision, decision_reasons } = await visit.read();
    expect([decision, decision_reasons[0].code]).toEqual(["review", "fraud_suspicious"]);
  });

  it("contradicts a photo of another document: the finding stays", async () => {
    const { open, passport, presents, photograph, showFace } = it9303;
    const visit = await open();
    await photograph(visit);
    const other = { state: "UTO", nationality: "UTO", documentNumber: "X12345678", dateOfExpiry: "340415" };
    const chip = await makeOther(passport, other);
    const { body } = await presents(visit, chip);
    expect(body.chip.outcome).toBe("authentic");
    expect(statusIn(body.chip, "chip_zone_consistency")).toBe("fail");
    await showFace(visit);
    const { decision, decision_reasons } = await visit.read();
    expect([decision, decision_reasons[0].code]).toEqual(["review", "chip_contradicts"]);
  });

  it("contradicts a photo with another person's portrait", async () => {
    const { open, passport, presents, photograph, portraitOf } = it9303;
    const { templateAt } = await import("#test/harness/edge/inference-results.ts");
    const visit = await open();
    await photograph(visit, { portrait: portraitOf(templateAt(120)) });
    const { body } = await presents(visit, await passport());
    expect(statusIn(body.chip, "chip_face_consistency")).toBe("fail");
    expect((await visit.read()).steps[0]).toMatchObject({ status: "review", reason: "chip_contradicts" });
  });

  it("that has passed is not replaced by a photo", async () => {
    const { open, passport, presents, photograph } = it9303;
    const visit = await open();
    await presents(visit, await passport());
    const { status, body } = await photograph(visit);
    expect([status, body.error.code]).toEqual([409, "verification_not_open"]);
  });
});

const makeOther = (passport: ChipRig["passport"], holder: Partial<typeof HOLDER>) =>
  passport({ holder, mrz: passportMrz({ ...HOLDER, ...holder }) });

describe("what is kept of a chip", () => {
  it("a device sees neither issuer nor algorithm nor data", async () => {
    const { open, passport, presents } = it9303;
    const visit = await open();
    const { body, text } = await presents(visit, await passport(), visit.token);
    expect(Object.keys(body.chip)).toEqual(["chip_id"]);
    expect(text).not.toMatch(/csca|sha256|ERIKSSON|L898902C3|security_bits/);
    const stranger = await presents(await open(), await passport({ csca: newCsca("UT") }), undefined);
    expect(stranger.body.chip.outcome).toBe("unknown_issuer");
    const other = await open();
    const seen = await presents(other, await passport({ csca: newCsca("UT") }), other.token);
    expect(seen.body.verification.steps[0].reason).toBe("not_accepted");
  });

  it("the dashboard shows who signed, the trust anchor, and what was not checked", async () => {
    const { rig, open, passport, presentsData, csca } = it9303;
    const { visitor, key } = await newOwner(rig);
    const { body } = await presentsData(await open(CHIP, "customer-1", key), await passport());
    const { text } = await visitor.get(`/dashboard/test/signed/${body.chip.chip_id}`);
    expect(text).toContain(`<dt>Signed by</dt><dd>UT, ${body.chip.signer.serial_number}</dd>`);
    expect(text).toContain(`<dt>Trust anchor</dt><dd><code>${csca.sha256}</code></dd>`);
    expect(text).toContain("<dt>Copy of a chip</dt><dd>not checked: the chip was not asked</dd>");
    expect(text).toContain("<dt>Not checked</dt><dd>revocation, copy</dd>");
  });

  it("13: an erasure of the person leaves no byte of a data group", async () => {
    const { rig, open, passport, presents } = it9303;
    const visit = await open(CHIP, "customer-erased");
    const details = { fullName: "QUIXOTE<<ZEBEDEE", address: ["WINDMILL LANE 7"] };
    await presents(visit, await passport({ details }));
    const tables = [
      "ocr_results",
      "events",
      "verification_revisions",
      "verifications",
      "search_terms",
      "idempotency_keys",
    ];
    const contents = async () => JSON.stringify(await Promise.all(tables.map(rig.rows)));
    expect(await contents()).toContain("QUIXOTE");
    expect((await rig.call("DELETE", "/v1/customers/customer-erased", rig.key)).status).toBe(200);
    const left = await contents();
    for (const text of ["QUIXOTE", "WINDMILL", "customer-erased"]) expect(left).not.toContain(text);
    const rows = await rig.rows("ocr_results");
    const own = rows.find(({ verification_id }) => verification_id === visit.id)!;
    expect([own.body, own.portrait_template]).toEqual(["{}", null]);
  });

  it("a dossier proves a decision by chip, and shows a changed outcome", async () => {
    const { rig, open, passport, presents, showFace } = it9303;
    const visit = await open();
    await presents(visit, await passport());
    await showFace(visit);
    const { body } = await rig.call("GET", `/v1/verifications/${visit.id}/dossier`, rig.key);
    expect(dossierFaults(body)).toEqual([]);
    const forged = structuredClone(body);
    const chip = forged.results.find(({ id }: { id: string }) => id.startsWith("se_"));
    chip.body.outcome = "data_authentic";
    expect(dossierFaults(forged)).toEqual([
      `results.${chip.id}: its checks give not_readable or authentic, it says data_authentic`,
      `results.${chip.id}: its call's record says something else`,
    ]);
  });

  it("14: a recall lists every verification that rests on the trust anchor, and marks it", async () => {
    const { rig, open, passport, presents, trust } = it9303;
    const csca = newCsca("UT");
    await trust(csca);
    const [first, second] = [await open(), await open()];
    await presents(first, await passport({ csca }));
    await presents(second, flipped(await passport({ csca }), "certificate"));
    const { answer } = await rig.admin("trust", "recall", csca.sha256, "--mode", "test");
    const ids = answer.data.map((each: { verification_id: string }) => each.verification_id);
    expect(ids.sort()).toEqual([first.id, second.id].sort());
    expect(await first.read()).toHaveProperty("recalled_at");
    const { body } = await presents(await open(), await passport({ csca }));
    expect(body.chip.outcome).toBe("unknown_issuer");
  });
});
