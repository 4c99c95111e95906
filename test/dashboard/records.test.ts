import { describe, expect, it } from "vitest";
import { capital, duration, wait, words } from "#edge/dashboard/ui/labels.tsx";
import type { Forensics } from "#edge/inference/port.ts";
import { entryOfLine } from "#edge/store/audit/line.ts";
import { image } from "../harness/edge/check-edge.ts";
import { shownBy } from "../harness/edge/inference-double.ts";
import { forensics, frame, line, reading } from "../harness/edge/inference-results.ts";
import { useCheckEdge } from "../harness/edge/use.ts";
import { newIdentity } from "../harness/trust/certificates.ts";
import { symbolOf, vds } from "../harness/trust/seals.ts";
import { trustSigner } from "../harness/trust/trust-signer.ts";
import { newOwner } from "./visitor.ts";

const edge = await useCheckEdge();
edge.answers.frames = [frame({}, 0.9)];
const { visitor, key } = await newOwner(edge);

const page = async (path: string) => visitor.get(`/dashboard/test/${path}`);
const text = async (path: string) => (await page(path)).text;

/** Creates a verification whose only step is liveness, and checks once. */
async function verification(customerRef: string): Promise<string> {
  const request = { customer_ref: customerRef, policy: { steps: ["liveness"] } };
  const created = (await edge.call("POST", "/v1/verifications", key, request)).body;
  const parts = { image_1: image(), mode: "passive" };
  await edge.upload("/v1/liveness/check", created.session_token.token, parts);
  return created.verification.id;
}
const post = (id: string, fields: Record<string, string>) =>
  visitor.post(`/dashboard/test/verifications/${id}/review`, fields);
const read = async (id: string) => (await edge.call("GET", `/v1/verifications/${id}`, key)).body;

it("says of a check without a PAD model that there is no score, and shows none", async () => {
  edge.answers.frames = [frame()];
  const id = await verification("unmeasured");
  edge.answers.frames = [frame({}, 0.9)];
  const [, check] = /liveness\/(lc_\w+)"/.exec(await text(`verifications/${id}`)) ?? [];
  expect(await text(`verifications/${id}`)).toContain("A stronger liveness check is required, no score");
  const shown = await text(`liveness/${check}`);
  expect(shown).toContain("No presentation attack detection score");
  expect(shown).not.toContain("0.000");
});

it("M3: shows the image as it was checked, and offers the upload only as a download", async () => {
  const request = { customer_ref: "judged", policy: { store_media: "evidence" } };
  const { verification, session_token } = (await edge.call("POST", "/v1/verifications", key, request)).body;
  await edge.upload("/v1/fraud/detect", session_token.token, { image: image() });
  const selfie = { image_1: image(2), mode: "passive" };
  await edge.upload("/v1/liveness/check", session_token.token, selfie);
  const shown = await text(`verifications/${verification.id}`);
  const served = (links: RegExp) =>
    Promise.all([...shown.matchAll(links)].map(([, to]) => visitor.get(to!.replaceAll("&amp;", "&"))));
  const images = await served(/<img src="([^"]+)"/g);
  const originals = await served(/<a href="([^"]+)" download/g);
  const sent = [image(2), image()];
  expect(images.map(({ bytes }) => bytes)).toEqual(sent.map(shownBy));
  expect(originals.map(({ bytes }) => bytes)).toEqual(sent);
  for (const { headers } of originals) {
    expect(headers.get("content-disposition")).toBe("attachment");
    expect(headers.get("content-type")).toBe("application/octet-stream");
  }
});

it("M1: says that no authenticity check was evaluated", async () => {
  const lines = ["DRIVING LICENCE", "Surname: Eriksson", "Number: L898902C3", "Date of birth: 12 AUG 1974"];
  const licence = reading({ mrz: null, lines: lines.map((each, i) => line(each, 40 + 40 * i)) });
  edge.answers.forensics = forensics({ reading: licence });
  const { body } = await edge.upload("/v1/fraud/detect", key, { image: image() });
  edge.answers.forensics = forensics();
  expect(await text(`fraud/${body.fc_id}`)).toContain("No authenticity check could be evaluated");
});

describe("the button for a new link", () => {
  it("shows the link once, as text and as a QR code, ends the earlier one, and is in the audit log", async () => {
    const created = (await edge.call("POST", "/v1/verifications", key, { customer_ref: "linked" })).body;
    const { id } = created.verification;
    expect(await text(`verifications/${id}`)).toMatch(
      /<summary[^>]*>New link…<\/summary>.*earlier link and the session that it opened end.*Create a new link<\/button>/s,
    );
    const shown = await visitor.submit(`/dashboard/test/verifications/${id}/link`, {});
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const [url] = /http[^"<]*\/verify#svc_link_test_[0-9A-Za-z]{49}/.exec(shown.text)!;
    expect(shown.text).toContain("<svg");
    const read = (link: string) => edge.call("GET", "/v1/capture/page", new URL(link).hash.slice(1));
    expect([(await read(url)).status, (await read(created.url)).status]).toEqual([200, 401]);
    expect(await text(`audit?target=${id}`)).toContain("verification.link");
    expect(await text(`verifications/${id}`)).not.toContain("svc_link_");
  });

  it("is not there once the verification has ended", async () => {
    const created = (await edge.call("POST", "/v1/verifications", key, { customer_ref: "ended" })).body;
    await edge.call("POST", `/v1/verifications/${created.verification.id}/cancel`, key);
    expect(await text(`verifications/${created.verification.id}`)).not.toContain("New link");
  });
});

describe("the review queue", () => {
  it("shows the pending reviews; approving removes one, names the reviewer, and is in the audit log", async () => {
    const id = await verification("test_review");
    expect(await text("reviews")).toContain(id);
    expect(await text("overview")).toMatch(/<strong>1<\/strong> <span>waiting for review/);
    expect(await text("overview")).not.toMatch(/\d+ erased/);
    expect(await text(`verifications/${id}`)).toContain("Your decision");
    const answer = await post(id, { confirmed: "on", decision: "approved", reason: "identity_confirmed" });
    const shown = await visitor.follow(answer);
    expect(shown.text).toContain("The verification is approved.");
    expect(shown.text).toMatch(/Ada decided <strong>approved<\/strong>: identity confirmed/);
    expect(shown.text).toContain("verification.reviewed");
    expect(await text("reviews")).not.toContain(id);
    expect(await text(`audit?target=${id}`)).toContain("verification.review");
    expect(await read(id)).toMatchObject({ decision: "approved" });
  });

  it("declines once; a later decision is rejected in words and changes nothing", async () => {
    const id = await verification("test_review");
    await page(`verifications/${id}`);
    await post(id, { confirmed: "on", decision: "declined", reason: "presentation_attack" });
    await page("keys");
    const late = await visitor.follow(
      await post(id, { confirmed: "on", decision: "approved", reason: "identity_confirmed" }),
    );
    expect(late.text).toContain("This verification is already decided. Your decision was not saved.");
    expect(await read(id)).toMatchObject({ decision: "declined" });
  });

  it("requires a reason that fits the decision", async () => {
    const id = await verification("test_review");
    await page(`verifications/${id}`);
    await post(id, { confirmed: "on", decision: "approved", reason: "document_forged" });
    await page("keys");
    await post(id, { decision: "approved" });
    expect(await read(id)).toMatchObject({ decision: "review" });
  });
});

describe("pages of records", () => {
  it("list, filter and show verifications, with their steps, evidence and timeline", async () => {
    const id = await verification("test_approve");
    const other = await verification("test_decline_spoof");
    const approved = await text("verifications?decision=approved&status=completed");
    expect(approved).toContain(id);
    expect(approved).not.toContain(other);
    const today = new Date().toISOString().slice(0, 10);
    expect(await text(`verifications?since=${today}&until=${today}&customer_ref=`)).toContain(other);
    expect(await text("verifications?until=2020-01-01")).toContain("No verifications");
    expect((await page("verifications?status=nonsense")).status).toBe(400);
    const shown = await text(`verifications/${id}`);
    expect(shown).toMatch(/liveness\/lc_\w+">liveness check<\/a>/);
    expect(shown).toContain("verification.completed");
  });

  it("show results of each kind, in lists and one by one", async () => {
    const name = "digital_tampering";
    const model = { name, version: "1" };
    const signals = [{ name, score: 0.9, region: [100, 120, 300, 40], model }] as Forensics["signals"];
    edge.answers.forensics = forensics({ signals });
    const upload = async (path: string, parts: Parameters<typeof edge.upload>[2]) =>
      (await edge.upload(path, key, parts)).body;
    const liveness = await upload("/v1/liveness/check", { image_1: image(), mode: "passive" });
    const results = [
      ["documents", (await upload("/v1/ocr/scan", { image: image() })).ocr_id],
      ["fraud", (await upload("/v1/fraud/detect", { image: image() })).fc_id],
      ["liveness", liveness.lc_id],
      ["faces", (await upload("/v1/face/verify", { image_a: image(1), image_b: image(2) })).id],
    ];
    for (const [section, id] of results) {
      expect(await text(section)).toContain(id);
      const shown = await page(`${section}/${id}`);
      expect([section, shown.status]).toEqual([section, 200]);
      expect(shown.text).not.toContain("Nothing more is kept");
      expect((await visitor.get(`/dashboard/live/${section}/${id}`)).status).toBe(404);
    }
    // Without a kept image and without a scan, the size of the image is not known.
    const checked = await text(`fraud/${results[1]![1]}`);
    expect(checked).toContain("300 × 40 px at 100, 120");
    expect(checked).not.toContain('class="marks"');
    expect(await text(`documents/${results[0]![1]}`)).toContain("MRZ (TD3)");
  });

  it("explain a verdict on a document: every check and signal with its threshold, place and a sentence", async () => {
    const model = { name: "seams", version: "1" };
    const signals = [{ name: "splicing", score: 0.9, region: [100, 120, 300, 40], model }] as const;
    edge.answers.forensics = forensics({ signals });
    const { body } = await edge.upload("/v1/fraud/detect", key, { image: image() });
    const shown = (await text(`fraud/${body.fc_id}`)).replaceAll("&#39;", "'");
    const findings = [...body.deterministic_checks, ...body.signals];
    expect(findings.length).toBeGreaterThanOrEqual(12);
    for (const { name, explanation } of findings) {
      expect(shown).toContain(`${capital(words(name))}<br/>`);
      expect(shown).toContain(explanation);
    }
    for (const { detail } of body.deterministic_checks) expect(shown).toContain(detail ?? "–");
    expect(shown).toMatch(/Splicing.*0\.900.*0\.500.*detected.*300 × 40 px at 100, 120.*seams-1/s);
  });

  it("say of an erased document that nothing is kept", async () => {
    const { ocr_id: id } = (await edge.upload("/v1/ocr/scan", key, { image: image() })).body;
    await edge.call("DELETE", `/v1/ocr/${id}`, key);
    expect(await text(`documents/${id}`)).toContain("Nothing more is kept");
  });

  it("list registered faces and delete one, which the audit log records without the reference", async () => {
    await edge.upload("/v1/face/registrations", key, { image: image(), customer_ref: "somebody-4711" });
    expect(await text("gallery?customer_ref=somebody-4711")).toContain("Delete for good");
    await visitor.post("/dashboard/test/gallery/delete", { customer_ref: "somebody-4711" });
    expect(await text("gallery")).toContain("No registered faces");
    const log = await text("audit?action=registration.");
    expect(log).toContain("registration.delete");
    expect(log).not.toContain("somebody-4711");
  });

  it("escape the names that callers send", async () => {
    await verification("<script>alert(1)</script>");
    const shown = await text("verifications");
    expect(shown).toContain("&lt;script&gt;");
    expect(shown).not.toContain("<script");
  });
});

describe("the audit log's page", () => {
  it("verifies the chain, finds a head that was noted, and exports it as JSON lines", async () => {
    const verified = await text("audit/verify");
    const head = /\d+:[0-9a-f]{64}/.exec(verified)![0];
    expect(verified).toContain("The chain is intact");
    expect(await text(`audit/verify?head=${head}`)).toContain("The chain is intact");
    expect(await text(`audit/verify?head=1:${"0".repeat(64)}`)).toContain("entry 1 is replaced");
    const exported = await page("audit/export");
    expect(exported.headers.get("content-disposition")).toContain("attachment");
    const lines = exported.text.trimEnd().split("\n");
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries.map(({ n }) => n)).toEqual(entries.map((_, i) => i + 1));
    expect(`${entries.at(-1).n}:${entries.at(-1).hash}`).toBe(head);
    for (const line of lines) expect(entryOfLine(line)).not.toBeNull();
  });

  it("says where the chain is broken", async () => {
    const { visitor: other } = await newOwner(edge);
    await edge.client.execute(
      "update audit_entries set actor = 'x' where n = 1 and tenant_id = (select max(tenant_id) from audit_entries)",
    );
    expect((await other.get("/dashboard/test/audit/verify")).text).toContain("entry 1 is altered");
  });
});

it("says who signed a barcode, and what was not checked of it", async () => {
  const signer = newIdentity({ country: "UT", commonName: "TS" });
  await trustSigner(edge, signer);
  edge.answers.reading = reading({ barcodes: [symbolOf(vds(signer, { country: "UTO" }))] });
  const { body } = await edge.upload("/v1/ocr/scan", key, { image: image() });
  edge.answers.reading = reading();
  const shown = await text(`documents/${body.ocr_id}`);
  expect(shown).toContain("A visible digital seal (ICAO Doc 9303-13).");
  expect(shown).toContain("UTTS, certificate 32");
  expect(shown).toContain(signer.sha256);
  expect(shown).toContain("revocation, signer chain, carrier, portrait");
});

it("times are whole seconds and minutes, but for a measured time below 10 s", () => {
  expect([840, 1_400, 58_300, 123_000, 9_000_000].map(duration)).toEqual([
    "840 ms",
    "1.4 s",
    "58 s",
    "2 min",
    "2.5 h",
  ]);
  expect([840, 1_400, 58_300].map(wait)).toEqual(["1 s", "1 s", "58 s"]);
});
