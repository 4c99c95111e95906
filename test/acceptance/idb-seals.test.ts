import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useFolder } from "#test/harness/folder.ts";
import { type Identity, newIdentity } from "#test/harness/trust/certificates.ts";
import { type IdbOptions, idb, referenceOf, withFlippedBit } from "#test/harness/trust/seals.ts";
import { openTrustRig, sealed, statusOf } from "./trust-rig.ts";

const folder = useFolder();
let rig: Awaited<ReturnType<typeof openTrustRig>>;
let csca: Identity;
beforeAll(async () => {
  rig = await openTrustRig(folder);
  csca = newIdentity({ country: "DE", commonName: "csca" });
  await rig.trust(csca, { kind: "csca" });
});
afterAll(() => rig.close());

let serialNumber = 0;
const newSigner = (changes: Partial<Parameters<typeof newIdentity>[0]> = {}) =>
  newIdentity({ country: "DE", commonName: "TS", serialNumber: ++serialNumber, issuer: csca, ...changes });
/** The seal of a signer whose certificate is in it. */
const carrying = (signer: Identity, options: IdbOptions = {}) =>
  idb(signer, { embedded: signer.certificate, ...options });
const judged = async (content: Uint8Array) => {
  const { body } = await rig.detect(sealed(content));
  return { decision: body.decision, ...statusOf(body, "seal_signature") };
};
const reported = async (content: Uint8Array) =>
  (await rig.shown(sealed(content))).answer.body.ocr.barcodes[0];

describe("a seal of ICAO's IDB", () => {
  it("is reported with its state, the reference of its certificate, and the fields of its MRZ", async () => {
    const signer = newSigner();
    await rig.trust(signer);
    expect(await reported(idb(signer))).toMatchObject({
      kind: "icao_idb",
      fields: { document_number: "L898902C3", date_of_birth: "1974-08-12", issuing_country: "DEU" },
      seal: {
        ...{ status: "valid", signer: "D", certificate: referenceOf(signer), anchor: signer.sha256 },
        ...{ issuing_state: "DEU", signed_on: "2024-05-17" },
        not_checked: ["revocation", "signer_chain", "carrier", "portrait"],
      },
    });
  });

  it("is reported without content if it is not signed, and no check applies", async () => {
    const unsigned = idb(newSigner(), { isSigned: false });
    expect(await reported(unsigned)).toMatchObject({ kind: "icao_idb", fields: {}, seal: null });
    expect((await judged(unsigned)).status).toBe("not_applicable");
  });

  it.each([
    ...["prime256v1", "secp384r1", "secp521r1"],
    ...["brainpoolP256r1", "brainpoolP384r1", "brainpoolP512r1"],
  ])("is verified on %s", async (curve) => {
    const signer = newSigner({ curve });
    await rig.trust(signer);
    expect((await judged(idb(signer))).status).toBe("pass");
  });

  it("is verified by the digest that it names", async () => {
    const signer = newSigner({ curve: "secp384r1" });
    await rig.trust(signer);
    expect((await judged(idb(signer, { digest: "sha256" }))).status).toBe("pass");
  });

  it("is invalid with a signature longer than any curve's", async () => {
    const signer = newSigner();
    await rig.trust(signer);
    const padded = (bytes: Uint8Array) =>
      Uint8Array.from([...bytes.slice(0, -66), 0x7f, 0x81, 200, ...new Uint8Array(200)]);
    const before = rig.calls.length;
    expect(await judged(idb(signer, { change: padded }))).toMatchObject({ decision: "fraudulent" });
    expect(rig.calls.slice(before)).not.toContain("verifySeals");
  });
});

describe("a signer's certificate in the seal", () => {
  it("counts if a CSCA among the trust anchors issued it, on which the seal then rests", async () => {
    const { seal } = await reported(carrying(newSigner()));
    expect(seal).toMatchObject({ status: "valid", anchor: csca.sha256 });
    expect(seal.not_checked).toEqual(["revocation", "carrier", "portrait"]);
  });

  it("is invalid with a changed message, and outside the signer's validity or the CSCA's", async () => {
    const changed = carrying(newSigner(), { change: (bytes) => withFlippedBit(bytes, 30) });
    const early = carrying(newSigner({ validFrom: Date.UTC(2025, 0, 1) }));
    const late = carrying(newSigner({ validTo: Date.UTC(2040, 0, 1) }), { signedOn: "2036-01-01" });
    for (const content of [changed, early, late])
      expect(await judged(content)).toMatchObject({ decision: "fraudulent", status: "fail" });
  });

  it("is invalid for a document of another state than the CSCA's, whatever the certificate says", async () => {
    const seal = carrying(newSigner({ country: "UT" }), { country: "UTO" });
    expect((await judged(seal)).detail).toBe("The seal's issuing state and its signer's country differ.");
  });

  it.each([
    ["by itself", () => carrying(newIdentity({ country: "DE", commonName: "csca" }))],
    [
      "of a CSCA with the same name",
      () => {
        const issuer = newIdentity({ country: "DE", commonName: "csca" });
        return carrying(newSigner({ issuer }));
      },
    ],
    ["that the seal does not name", () => carrying(newSigner(), { certificate: "0102030405" })],
    ["that cannot be read", () => carrying(newSigner(), { embedded: Uint8Array.of(0x30, 1, 2) })],
  ])("proves nothing %s", async (_, content) => {
    const { body: plain } = await rig.detect([]);
    expect(await judged(content())).toMatchObject({ decision: plain.decision, status: "not_evaluated" });
  });

  it.each(["remove", "recall"])("does not count again after `trust %s` of it", async (command) => {
    const signer = newSigner();
    await rig.trust(signer);
    expect((await judged(carrying(signer))).status).toBe("pass");
    await rig.admin("trust", command, signer.sha256, "--mode", "test");
    expect((await judged(carrying(signer))).status).toBe("not_evaluated");
  });

  it("no longer counts if its CSCA is recalled, and the recall lists the result", async () => {
    const issuer = newIdentity({ country: "DE", commonName: "csca" });
    await rig.trust(issuer, { kind: "csca" });
    const signer = newSigner({ issuer });
    const { body } = await rig.detect(sealed(carrying(signer)));
    const { answer } = await rig.admin("trust", "recall", issuer.sha256, "--mode", "test");
    expect(answer.data).toMatchObject([{ result_id: body.fc_id }]);
    expect((await judged(carrying(signer))).status).toBe("not_evaluated");
  });
});
