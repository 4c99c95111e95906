import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import { line, MRZ, mrzField } from "#test/harness/edge/inference-results.ts";
import { useFolder } from "#test/harness/folder.ts";
import { type Identity, newIdentity } from "#test/harness/trust/certificates.ts";
import { idb, PERMIT_MRZ, referenceOf, twoDDoc, vds, withFlippedBit } from "#test/harness/trust/seals.ts";
import { openTrustRig, sealed, statusOf } from "./trust-rig.ts";

const folder = useFolder();
let rig: Awaited<ReturnType<typeof openTrustRig>>;
/** A CSCA of Germany, and a signer that it issued. */
let csca: Identity;
let signer: Identity;
/** A CA of 2D-Doc, and a signer that it issued. */
let ca: Identity;
let notary: Identity;

beforeAll(async () => {
  rig = await openTrustRig(folder);
  csca = newIdentity({ country: "DE", commonName: "csca" });
  signer = newIdentity({ country: "DE", commonName: "TS", serialNumber: 0x32, issuer: csca });
  ca = newIdentity({ country: "FR", commonName: "FR05", curve: "prime256v1" });
  notary = newIdentity({ country: "FR", commonName: "AB12", curve: "prime256v1", issuer: ca });
  await rig.trust(signer, { "signed-by": await rig.file(csca.certificate) });
  await rig.trust(notary, { kind: "2ddoc" });
});
afterAll(() => rig.close());

const seal = (options: Parameters<typeof vds>[1] = {}) => vds(signer, options);
const doc = (options: Parameters<typeof twoDDoc>[1] = {}) => twoDDoc(notary, options);
const barcode = (options: Parameters<typeof idb>[1] = {}) => idb(signer, options);
const decide = async (content: Uint8Array, ...rest: [object?, ("live" | "test")?]) =>
  (await rig.detect(sealed(content), ...rest)).body;

describe("a seal whose signer the operator trusts", () => {
  it.each([
    ["a visible digital seal of version 4", () => seal()],
    ["one of version 3", () => seal({ version: 3 })],
    ["a seal of ICAO's IDB", () => barcode()],
    ["one that is compressed", () => barcode({ isCompressed: true, identifier: "NDB1" })],
    ["a 2D-Doc", () => doc()],
  ])("has a right signature and the document's data: %s", async (_, content) => {
    const body = await decide(content());
    expect(statusOf(body, "seal_signature")).toEqual({ status: "pass", detail: null });
    expect(statusOf(body, "seal_consistency")).toEqual({ status: "pass", detail: null });
  });

  it("is reported with its signer, its anchor and what was not checked, to keys alone", async () => {
    const { answer, id, token } = await rig.shown(sealed(seal()));
    expect(answer.body.ocr.barcodes).toMatchObject([
      {
        symbology: "data_matrix",
        kind: "icao_vds",
        fields: { document_number: "L898902C3", date_of_birth: "1974-08-12", issuing_country: "DEU" },
        seal: {
          ...{ status: "valid", signer: "DETS", certificate: "32", anchor: signer.sha256 },
          ...{ issuing_state: "DEU", signed_on: "2024-05-17" },
          not_checked: ["revocation", "carrier", "portrait"],
        },
      },
    ]);
    const own = await rig.call("GET", `/v1/ocr/${answer.body.ocr.ocr_id}`, token);
    expect(own.body).not.toHaveProperty("barcodes");
    expect(id).toMatch(/^vf_/);
  });

  it("has no checked chain if the operator named no root", async () => {
    const { answer } = await rig.shown(sealed(doc({ signedOn: null })));
    const [barcode] = answer.body.ocr.barcodes;
    expect(barcode.kind).toBe("2d_doc");
    expect(barcode.seal.not_checked).toEqual([
      ...["revocation", "signer_chain", "signing_date", "carrier", "portrait"],
    ]);
  });

  it("lifts nothing: a decision with a valid seal is the one without a barcode", async () => {
    const [without, withSeal] = [await rig.detect([]), await rig.detect(sealed(seal()))];
    expect(withSeal.body.decision).toBe(without.body.decision);
    const drawn = { mrz: null, lines: [line("Surname", 100), line("Eriksson", 124)] };
    const [plain, decorated] = [await rig.detect([], drawn), await rig.detect(sealed(seal()), drawn)];
    expect(decorated.body.decision).toBe(plain.body.decision);
    expect(plain.body.decision).not.toBe("clean");
  });
});

describe("a seal that is not as its signer made it", () => {
  /** A bit in the header, the message and the signature. */
  const bits = (content: Uint8Array) => [content.length - 3, content.length - 40, 20, 16, 30];

  it("is fraudulent with one changed bit, wherever it is", async () => {
    const content = seal();
    for (const at of bits(content)) {
      const body = await decide(withFlippedBit(content, at));
      expect([at, body.decision, statusOf(body, "seal_signature").status]).toEqual([
        at,
        "fraudulent",
        "fail",
      ]);
    }
  });

  it("is fraudulent as an IDB with one changed bit in its date, messages or signature", async () => {
    for (const at of [10, 20, 40, 66, -3]) {
      const body = await decide(barcode({ change: (bytes) => withFlippedBit(bytes, at) }));
      expect([at, body.decision]).toEqual([at, "fraudulent"]);
      expect(statusOf(body, "seal_signature").detail).toBe("The seal's signature is not its signer's.");
    }
  });

  it("is fraudulent as a 2D-Doc with another letter in a name", async () => {
    const content = Buffer.from(doc()).toString("latin1").replace("ERIKSSON", "ERIKSSEN");
    const body = await decide(new Uint8Array(Buffer.from(content, "latin1")));
    expect(body.decision).toBe("fraudulent");
    expect(statusOf(body, "seal_signature").detail).toBe("The seal's signature is not its signer's.");
  });

  it("is fraudulent if another key signed in the signer's name", async () => {
    const thief = newIdentity({ country: "DE", commonName: "TS", serialNumber: 0x32 });
    expect((await decide(vds(thief))).decision).toBe("fraudulent");
    expect((await decide(idb(thief, { certificate: referenceOf(signer) }))).decision).toBe("fraudulent");
  });

  it("declines a verification, and the device is not shown why", async () => {
    const { answer, read, token, id } = await rig.shown(sealed(withFlippedBit(seal(), 30)));
    expect(answer.body.fraud.decision).toBe("fraudulent");
    expect(await read()).toMatchObject({ status: "completed", decision: "declined" });
    const own = await rig.call("GET", `/v1/verifications/${id}`, token);
    expect(own.text).not.toMatch(/seal|barcode/);
  });

  it.each([
    ["before the signer's validity", { signedOn: "2019-05-17" }],
    ["after it", { signedOn: "2036-05-17" }],
  ])("is fraudulent if it was signed %s", async (_, options) => {
    const body = await decide(seal(options));
    expect(statusOf(body, "seal_signature")).toMatchObject({
      status: "fail",
      detail: "The seal was signed outside its signer's validity.",
    });
  });

  it("is fraudulent if a signer of one country seals a document of another", async () => {
    const body = await decide(seal({ country: "UTO" }));
    expect(statusOf(body, "seal_signature").detail).toBe(
      "The seal's issuing state and its signer's country differ.",
    );
  });
});

describe("a valid seal of other data", () => {
  const another = PERMIT_MRZ.replace("L898902C36", "L898902X36");

  const MOVED = PERMIT_MRZ.replace("L898902C36", "X123456786");

  it.each([
    ["a visible digital seal", () => seal({ features: { 2: MOVED } })],
    ["a seal of ICAO's IDB", () => barcode({ messages: { 129: MOVED } })],
  ])("is fraudulent on a card with another number in its MRZ: %s", async (_, moved) => {
    const body = await decide(moved());
    expect(body.decision).toBe("fraudulent");
    expect(statusOf(body, "seal_signature").status).toBe("pass");
    expect(statusOf(body, "seal_consistency")).toMatchObject({
      status: "fail",
      detail: "The signed barcode and the document differ in document_number.",
    });
  });

  it.each([
    ["another birth date", PERMIT_MRZ.replace("7408122", "7509122")],
    ["another name", PERMIT_MRZ.replace("ERIKSSON<<ANNA<MARIA", "JOHANSEN<<LISA<DOROT")],
  ])("is fraudulent with %s", async (_, mrz) => {
    expect((await decide(seal({ features: { 2: mrz } }))).decision).toBe("fraudulent");
  });

  it("is fraudulent on print without an MRZ, under the print's own label", async () => {
    const lines = [line("IDENTITY CARD", 40), line("Surname", 100), line("Svensson", 124)];
    const body = await decide(doc(), { mrz: null, lines });
    expect(statusOf(body, "seal_consistency")).toMatchObject({ status: "fail" });
  });

  it("is not fraudulent if one character of the number was misread", async () => {
    const body = await decide(seal({ features: { 2: another } }));
    expect(statusOf(body, "seal_consistency").status).toBe("pass");
  });

  it("is not compared with an MRZ that was hardly legible", async () => {
    const fields = MRZ.fields.map(({ name, value }) => mrzField(name, value, 0.2));
    const other = seal({ features: { 2: PERMIT_MRZ.replace("7408122", "7509122") } });
    const body = await decide(other, { mrz: { ...MRZ, fields }, lines: [] });
    expect(statusOf(body, "seal_consistency").status).toBe("not_evaluated");
  });
});

describe("a seal that says nothing", () => {
  it("changes no decision if the operator does not trust its signer, whatever it says", async () => {
    const stranger = newIdentity({ country: "DE", commonName: "XX", serialNumber: 7 });
    const { body: plain } = await rig.detect([]);
    for (const content of [
      vds(stranger, { certificate: "7" }),
      vds(stranger, { certificate: "7", features: { 2: PERMIT_MRZ.replace("7408122", "7509122") } }),
      withFlippedBit(vds(stranger, { certificate: "7" }), 30),
      idb(stranger),
      idb(stranger, { messages: { 129: PERMIT_MRZ.replace("7408122", "7509122") } }),
      idb(stranger, { embedded: stranger.certificate }),
      idb(stranger, { change: (bytes) => withFlippedBit(bytes, 30) }),
    ]) {
      const body = await decide(content);
      expect(body.decision).toBe(plain.decision);
      expect(statusOf(body, "seal_signature").status).toBe("not_evaluated");
      expect(statusOf(body, "seal_consistency").status).toBe("not_evaluated");
    }
    const { answer } = await rig.shown(sealed(vds(stranger, { certificate: "7" })));
    expect(answer.body.ocr.barcodes[0].seal).toMatchObject({ status: "unknown_signer", anchor: null });
  });

  it("is of a live document if only an anchor of test mode signed it", async () => {
    const body = await decide(seal(), {}, "live");
    expect(statusOf(body, "seal_signature").status).toBe("not_evaluated");
  });

  it("is no seal with anything after its signature, and its content is not reported", async () => {
    const { answer } = await rig.shown(sealed(Uint8Array.from([...seal(), 1, 1, 0])));
    expect(answer.body.ocr.barcodes).toMatchObject([{ kind: "other", fields: {}, seal: null }]);
  });

  it("does not cover a 2D-Doc's annex: what stands there is not read", async () => {
    const { answer } = await rig.shown(sealed(doc({ annex: "62JOHANSEN" })));
    expect(answer.body.ocr.barcodes[0]).toMatchObject({
      seal: { status: "valid" },
      fields: { last_name: "ERIKSSON" },
    });
  });

  it("is absent from an image without a barcode, and neither check applies", async () => {
    const { body } = await rig.detect([]);
    expect(statusOf(body, "seal_signature").status).toBe("not_applicable");
    expect(statusOf(body, "seal_consistency").status).toBe("not_applicable");
  });
});

describe("the signatures", () => {
  it.each([
    ...["brainpoolP224r1", "brainpoolP256r1", "brainpoolP320r1", "brainpoolP384r1", "brainpoolP512r1"],
    ...["secp224r1", "prime256v1", "secp384r1", "secp521r1"],
  ])("are verified on %s", async (curve) => {
    const serialNumber = 0x100 + curve.length * 7 + curve.charCodeAt(curve.length - 3);
    const own = newIdentity({ country: "UT", commonName: "TS", serialNumber, curve });
    await rig.trust(own);
    const certificate = serialNumber.toString(16).toUpperCase();
    const body = await decide(vds(own, { country: "UTO", certificate }));
    expect(statusOf(body, "seal_signature").status).toBe("pass");
  });

  it("are of the right one of two signers with one name", async () => {
    const pair = [1, 2].map(() => newIdentity({ country: "FI", commonName: "DD", serialNumber: 5 }));
    for (const each of pair) await rig.trust(each);
    for (const each of pair) {
      const { answer } = await rig.shown(sealed(vds(each, { country: "FIN", certificate: "5" })));
      expect(answer.body.ocr.barcodes[0].seal).toMatchObject({ status: "valid", anchor: each.sha256 });
    }
  });

  it("are 503 if they cannot be verified: nothing is judged without them, and nothing is kept", async () => {
    const before = (await rig.rows("fraud_results")).length;
    rig.answers.signatures = new ApiError("service_unavailable", "Image analysis is not available.");
    const answer = await rig.detect(sealed(seal()));
    delete rig.answers.signatures;
    expect([answer.status, answer.body.error.code]).toEqual([503, "service_unavailable"]);
    expect((await rig.rows("fraud_results")).length).toBe(before);
  });

  it("are not asked for without a seal whose signer is known", async () => {
    const before = rig.calls.length;
    await rig.detect(sealed(vds(signer, { certificate: "99" })));
    await rig.detect([]);
    expect(rig.calls.slice(before)).not.toContain("verifySeals");
  });
});

it("at rest, a seal's content is nowhere: only its fields and its signer", async () => {
  const { answer } = await rig.shown(sealed(seal()), {}, "customer-at-rest");
  expect(answer.status).toBe(200);
  const rows = await Promise.all(["ocr_results", "fraud_results", "events", "trust_uses"].map(rig.rows));
  const text = JSON.stringify(rows);
  expect(text).toContain("icao_vds");
  const signature = Buffer.from(seal().slice(-30));
  for (const form of ["hex", "base64", "latin1"] as const)
    expect(text).not.toContain(signature.toString(form));
  const erased = await rig.call("DELETE", "/v1/customers/customer-at-rest", rig.key);
  expect(erased.status).toBe(200);
  const left = JSON.stringify(await Promise.all(["ocr_results", "events"].map(rig.rows)));
  expect(left.split("customer-at-rest")).toHaveLength(1);
});
