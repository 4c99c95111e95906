import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useFolder } from "#test/harness/folder.ts";
import {
  type Identity,
  MASTER_LIST_SIGNER,
  masterList,
  newIdentity,
  pemOf,
} from "#test/harness/trust/certificates.ts";
import { referenceOf, vds, withFlippedBit } from "#test/harness/trust/seals.ts";
import { openTrustRig, sealed, statusOf } from "./trust-rig.ts";

const folder = useFolder();
let rig: Awaited<ReturnType<typeof openTrustRig>>;
beforeAll(async () => {
  rig = await openTrustRig(folder);
});
afterAll(() => rig.close());

let serial = 0x100;
const newSigner = (changes: Partial<Parameters<typeof newIdentity>[0]> = {}) =>
  newIdentity({ country: "UT", commonName: "TS", serialNumber: ++serial, ...changes });
const sealOf = (signer: Identity, of = serial) =>
  vds(signer, { country: "UTO", certificate: of.toString(16).toUpperCase() });
const list = async (mode = "test") => (await rig.admin("trust", "list", "--mode", mode)).answer.data;
const found = async (of: Identity, mode = "test") =>
  (await list(mode)).find(({ sha256 }: { sha256: string }) => sha256 === of.sha256);
const recall = (of: Identity) => rig.admin("trust", "recall", of.sha256, "--mode", "test");
const signatureOf = async (signer: Identity, of = serial) =>
  statusOf((await rig.detect(sealed(sealOf(signer, of)))).body, "seal_signature").status;
const hashOf = (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex");
const auditOf = async (chain: string, target: string) =>
  (await rig.admin("audit", "list", "--tenant", chain, "--target", target)).answer.data;

describe("the trust store", () => {
  it("is empty until the operator fills it", async () => {
    expect([await list("live"), await list("test")]).toEqual([[], []]);
  });

  it("has of each certificate its country, key identifier, validity, source and who added it", async () => {
    const signer = newSigner();
    const pem = pemOf(signer.certificate);
    expect((await rig.imported(pem)).answer).toEqual({ added: 1, known: 0, recalled: 0 });
    expect(await found(signer)).toEqual({
      ...{ sha256: signer.sha256, kind: "seal", country: "UT", signer: `UTTS/${serial.toString(16)}` },
      ...{ reference: referenceOf(signer) },
      ...{ subject_key_id: expect.stringMatching(/^[0-9a-f]{40}$/), signed_by: null },
      ...{ valid_from: "2020-01-01T00:00:00.000Z", valid_to: "2035-01-01T00:00:00.000Z" },
      ...{ source_sha256: hashOf(pem), added_by: "operator", added_at: expect.any(String) },
      ...{ removed_at: null, recalled_at: null },
    });
    expect((await rig.trust(signer)).answer).toEqual({ added: 0, known: 1, recalled: 0 });
  });

  it("has anchors of live and test mode apart", async () => {
    const signer = newSigner();
    await rig.trust(signer, { mode: "live" });
    expect([await found(signer, "live"), await found(signer)]).toEqual([expect.anything(), undefined]);
    expect(await signatureOf(signer)).toBe("not_evaluated");
  });

  it("takes several certificates of one file", async () => {
    const signers = [newSigner(), newSigner()];
    const { answer } = await rig.imported(pemOf(...signers.map(({ certificate }) => certificate)));
    expect(answer.added).toBe(2);
  });

  it("takes certificates of every kind, of which only signers have a name in seals", async () => {
    for (const kind of ["csca", "iaca", "pid", "av"]) {
      const root = newIdentity({ country: "UT", commonName: "Root", serialNumber: ++serial });
      await rig.trust(root, { kind });
      expect(await found(root)).toMatchObject({ kind, signer: null, reference: null });
    }
  });

  it("rejects a file with a certificate that counts as another kind, and adds none of it", async () => {
    const [root, other] = [
      newIdentity({ country: "UT", commonName: "Root", serialNumber: ++serial }),
      newSigner(),
    ];
    await rig.trust(root, { kind: "iaca" });
    const { err } = await rig.imported(pemOf(other.certificate, root.certificate), { kind: "pid" });
    expect(err).toContain("is trusted as iaca, and a certificate has one kind");
    expect(await found(other)).toBeUndefined();
    await rig.admin("trust", "remove", root.sha256, "--mode", "test");
    await rig.trust(root, { kind: "pid" });
    expect(await found(root)).toMatchObject({ kind: "pid", removed_at: null });
  });

  it("is the same for both sides of a call: an anchor counts from the next call on, and no longer", async () => {
    const signer = newSigner();
    expect(await signatureOf(signer)).toBe("not_evaluated");
    await rig.trust(signer);
    expect(await signatureOf(signer)).toBe("pass");
    await rig.admin("trust", "remove", signer.sha256, "--mode", "test");
    expect(await signatureOf(signer)).toBe("not_evaluated");
    await rig.trust(signer);
    expect(await signatureOf(signer)).toBe("pass");
  });

  it("changes only with an entry in the service's audit log, whose chain holds", async () => {
    const signer = newSigner();
    await rig.trust(signer);
    await rig.admin("trust", "remove", signer.sha256, "--mode", "test");
    await rig.trust(signer);
    await recall(signer);
    const entries = await auditOf("service", signer.sha256);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      ...["trust.recall", "trust.import", "trust.remove", "trust.import"],
    ]);
    expect(entries[0]).toMatchObject({ actor: "operator", mode: "test" });
    expect((await rig.admin("audit", "verify", "--tenant", "service")).answer.verified).toBe(true);
  });
});

describe("an import", () => {
  it("needs the root of a master list, named by hand", async () => {
    const { root, content } = aList();
    expect((await rig.imported(content, { kind: "csca" })).err).toMatch(/^missing_parameter: .*--signed-by/);
    const by = { kind: "csca", "signed-by": await rig.file(root.certificate) };
    const { answer } = await rig.imported(content, by);
    expect(answer.added).toBe(3);
    const rows = (await list()).filter(
      (row: { source_sha256: string }) => row.source_sha256 === hashOf(content),
    );
    expect(rows.map((row: { signed_by: string }) => row.signed_by)).toEqual(Array(3).fill(root.sha256));
  });

  it("takes a master list whose root signs by RSA", async () => {
    const { root, content } = aList({ curve: "rsa" });
    const by = { kind: "csca", "signed-by": await rig.file(pemOf(root.certificate)) };
    expect((await rig.imported(content, by)).answer.added).toBe(3);
  });

  it.each([
    ["of another root with the same name", () => ({ content: aList().content, root: aList().root })],
    ["with a changed certificate", () => aList({}, { change: (list) => withFlippedBit(list, 300) })],
    ["whose signer is for no master lists", () => aList({ usages: ["2.23.136.1.1.9"] })],
    ["with another content type", () => aList({}, { contentType: "2.23.136.1.1.1" })],
    ["signed with SHA-1", () => aList({}, { signing: { digest: "sha1" } })],
    ["that is cut", () => ({ ...aList(), content: aList().content.slice(0, -1) })],
  ])("rejects a master list %s, and adds nothing", async (_, made) => {
    const { root, content } = made();
    const before = (await list()).length;
    const by = { kind: "csca", "signed-by": await rig.file(root.certificate) };
    expect((await rig.imported(content, by)).err).toMatch(/^invalid_file: /);
    expect((await list()).length).toBe(before);
  });

  it("rejects a certificate that the named root did not sign, though its names say so", async () => {
    const [root, other] = [1, 2].map(() => newIdentity({ country: "UT", commonName: "csca" }));
    const signer = newSigner({ issuer: root! });
    const by = async (of: Identity) => rig.trust(signer, { "signed-by": await rig.file(of.certificate) });
    expect((await by(other!)).err).toMatch(/^invalid_file: .*did not sign C=UT, CN=TS/);
    expect((await by(root!)).answer.added).toBe(1);
    expect(await found(signer)).toMatchObject({ signed_by: root!.sha256 });
  });

  it("rejects what is no certificate, and a file that is not there", async () => {
    expect((await rig.imported("no certificate")).err).toMatch(/^invalid_file: /);
    const { err } = await rig.admin(...`trust import ${folder}/none --kind seal --mode test`.split(" "));
    expect(err).toMatch(/^file_unreadable: /);
  });

  it("asks for a signer's name if its certificate does not say it", async () => {
    const odd = newIdentity({ country: "DE", commonName: "A seal signer", serialNumber: 0x77 });
    expect((await rig.trust(odd)).err).toMatch(/^missing_parameter: .*--signer/);
    expect((await rig.trust(odd, { signer: "secret" })).err).toMatch(/^invalid_parameter: --signer/);
    expect((await rig.trust(odd, { signer: "DEXX/77" })).answer.added).toBe(1);
    const seal = vds(odd, { signer: "DEXX", certificate: "77" });
    expect(statusOf((await rig.detect(sealed(seal))).body, "seal_signature").status).toBe("pass");
  });
});

describe("a recall", () => {
  it("lists every result that rests on the anchor, marks its verifications once, and keeps decisions", async () => {
    const [signer, of] = [newSigner(), serial];
    await rig.trust(signer);
    const valid = await rig.shown(sealed(sealOf(signer, of)), {}, "customer-r1");
    const invalid = await rig.shown(sealed(withFlippedBit(sealOf(signer, of), 30)), {}, "customer-r2");
    const outside = (await rig.detect(sealed(sealOf(signer, of)))).body.fc_id;
    const unrelated = await rig.shown([], {}, "customer-r3");
    const { answer } = await recall(signer);
    const listed = answer.data.map((row: Record<string, unknown>) => [row.verification_id, row.decision]);
    expect(listed).toHaveLength(3);
    expect(listed).toEqual(
      expect.arrayContaining([
        [valid.id, null],
        [invalid.id, "declined"],
        [null, null],
      ]),
    );
    expect(answer.data.map((row: { result_id: string }) => row.result_id)).toContain(outside);
    const read = await invalid.read();
    expect(read).toMatchObject({ decision: "declined", recalled_at: expect.any(String) });
    expect(await valid.read()).toMatchObject({ status: "in_progress", recalled_at: expect.any(String) });
    expect(await unrelated.read()).not.toHaveProperty("recalled_at");
    const again = (await recall(signer)).answer.data;
    expect(again).toEqual(answer.data);
    expect((await invalid.read()).recalled_at).toBe(read.recalled_at);
  });

  it("sends verification.recalled once for each verification, with the anchor", async () => {
    const [signer, of] = [newSigner(), serial];
    await rig.trust(signer);
    const { id } = await rig.shown(sealed(sealOf(signer, of)), {}, "customer-e1");
    await recall(signer);
    await recall(signer);
    const events = (await rig.rows("events")).filter(
      (row) => row.type === "verification.recalled" && row.subject_id === id,
    );
    expect(events).toHaveLength(1);
    const read = await rig.call("GET", `/v1/events/${events[0]!.id}`, rig.key);
    expect(read.body.data).toMatchObject({
      ...{ vf_id: id, decision: null, final: false, customer_ref: "customer-e1" },
      anchor: { sha256: signer.sha256, kind: "seal", country: "UT" },
    });
    const entries = await auditOf(rig.tenant.id, id);
    expect(entries[0]).toMatchObject({ action: "verification.recall", after: { anchor: signer.sha256 } });
  });

  it("is not shown to a device", async () => {
    const [signer, of] = [newSigner(), serial];
    await rig.trust(signer);
    const { id, token } = await rig.shown(sealed(sealOf(signer, of)), {}, "customer-d1");
    await recall(signer);
    expect((await rig.call("GET", `/v1/verifications/${id}`, token)).text).not.toContain("recall");
  });

  it("is for ever: an import does not make the anchor count again", async () => {
    const [signer, of] = [newSigner(), serial];
    await rig.trust(signer);
    await recall(signer);
    expect((await rig.trust(signer)).answer).toEqual({ added: 0, known: 0, recalled: 1 });
    expect(await signatureOf(signer, of)).toBe("not_evaluated");
  });

  it("of a removed anchor still finds what rested on it", async () => {
    const [signer, of] = [newSigner(), serial];
    await rig.trust(signer);
    const { id } = await rig.shown(sealed(sealOf(signer, of)), {}, "customer-m1");
    await rig.admin("trust", "remove", signer.sha256, "--mode", "test");
    expect((await recall(signer)).answer.data).toMatchObject([{ verification_id: id }]);
  });

  it("finds an erased person's verification, whose event names no person", async () => {
    const [signer, of] = [newSigner(), serial];
    await rig.trust(signer);
    const { id } = await rig.shown(sealed(sealOf(signer, of)), {}, "customer-x1");
    await rig.call("DELETE", "/v1/customers/customer-x1", rig.key);
    expect((await recall(signer)).answer.data).toMatchObject([{ verification_id: id }]);
    const [event] = (await rig.rows("events")).filter(
      (row) => row.type === "verification.recalled" && row.subject_id === id,
    );
    expect(event!.customer_ref).toBeNull();
    const read = await rig.call("GET", `/v1/events/${event!.id}`, rig.key);
    expect(read.body.data).toMatchObject({ vf_id: id, customer_ref: null });
  });

  it("during a check leaves nothing that rests on the anchor: the check is 503, and may be repeated", async () => {
    const [signer, of] = [newSigner(), serial];
    await rig.trust(signer);
    const before = (await rig.rows("fraud_results")).length;
    let isDone = false;
    // The signature is verified, and the anchor goes before the result is written.
    rig.answers.meanwhile = async () => {
      if (rig.calls.at(-1) !== "verifySeals" || isDone) return;
      isDone = true;
      await recall(signer);
    };
    const answer = await rig.detect(sealed(sealOf(signer, of)));
    rig.answers.meanwhile = undefined;
    expect([isDone, answer.status, answer.body.error?.code]).toEqual([true, 503, "service_unavailable"]);
    expect((await rig.rows("fraud_results")).length).toBe(before);
    expect(await signatureOf(signer, of)).toBe("not_evaluated");
    expect((await recall(signer)).answer.data).toEqual([]);
  });

  it("rejects an anchor that the mode does not have", async () => {
    const { err } = await rig.admin("trust", "recall", "0".repeat(64), "--mode", "test");
    expect(err).toMatch(/^not_found: /);
  });
});

/** A master list of three certificates, and the root that issued its signer. */
function aList(
  changes: { readonly curve?: string; readonly usages?: readonly string[] } = {},
  options: Parameters<typeof masterList>[2] = {},
) {
  const { curve = "brainpoolP384r1", usages = [MASTER_LIST_SIGNER] } = changes;
  const root = newIdentity({ country: "UT", commonName: "csca", serialNumber: ++serial, curve });
  const lists = { country: "UT", commonName: "Master List Signer", issuer: root, usages, curve };
  const signer = newIdentity({ ...lists, serialNumber: ++serial });
  const listed = ["AA", "BB", "CC"].map((country) =>
    newIdentity({ country, commonName: "csca", serialNumber: ++serial }),
  );
  const certificates = listed.map(({ certificate }) => certificate);
  return { root, content: masterList(signer, certificates, options) };
}
