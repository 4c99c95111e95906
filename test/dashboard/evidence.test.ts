import { beforeEach, describe, expect, it } from "vitest";
import type { Forensics } from "#edge/inference/port.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { sweepMedia } from "#edge/operations/media.ts";
import { image } from "../harness/edge/check-edge.ts";
import { analysis, forensics, frame, reading } from "../harness/edge/inference-results.ts";
import { useCheckEdge } from "../harness/edge/use.ts";
import { newMember, newOwner } from "./visitor.ts";

const edge = await useCheckEdge();
const { visitor: owner, key } = await newOwner(edge);
const { visitor: viewer } = await newMember(edge, owner, "viewer");

const REGION = [100, 120, 300, 40] as const;
const model = { name: "seams", version: "1" };
const suspicious = (): Forensics =>
  forensics({ signals: [{ name: "splicing", score: 0.6, region: REGION, model }] });
beforeEach(() => {
  edge.answers.frames = [frame({}, 0.9)];
  edge.answers.reading = reading();
  edge.answers.forensics = suspicious();
});

let persons = 0;
/** A verification that a suspicious document has brought to a review, and its customer. */
async function inReview(policy: object = {}, customer_ref = `person-${++persons}`) {
  const body = { customer_ref, policy: { store_media: "evidence", ...policy } };
  const created = (await edge.call("POST", "/v1/verifications", key, body)).body;
  const { id } = created.verification;
  const { token } = created.session_token;
  const scan = await edge.upload("/v1/ocr/scan", token, { image: image() });
  const fraud = await edge.upload("/v1/fraud/detect", token, { image: image() });
  await edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(2) });
  const read = (await edge.call("GET", `/v1/verifications/${id}`, key)).body;
  expect(read).toMatchObject({ status: "completed", decision: "review" });
  return { id, customer_ref, ocrId: scan.body.ocr_id as string, fcId: fraud.body.fc_id as string };
}

const show = (id: string, by = owner) => by.get(`/dashboard/test/verifications/${id}`);
const imagesOn = (text: string) =>
  [...text.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src!.replaceAll("&amp;", "&"));
const titles = (text: string) => [...text.matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, title]) => title);
const figureOf = (text: string, title: string) =>
  text.split("<figure").find((figure) => figure.includes(`<h3>${title}</h3>`));
const views = async (target: string) =>
  (await edge.rows("audit_entries")).filter(
    (entry) => entry.action === "media.view" && entry.target === target,
  );

describe("the review page", () => {
  it("shows portrait and best selfie frame side by side, above the document, through the session alone", async () => {
    const { id } = await inReview();
    const { text } = await show(id);
    expect(titles(text)).toEqual([
      "Portrait on the document",
      "Best selfie frame",
      "Are they one person?",
      "Document, front",
      "Document, front",
      "Face and liveness",
      "Found on the document",
    ]);
    expect(text).toMatch(/Similarity: \d\.\d{3} \(threshold \d\.\d{3}\)/);
    const [portrait, , document] = imagesOn(text);
    const shown = await owner.get(document!);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("content-type")).toBe("image/jpeg");
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect((await owner.get(portrait!)).status).toBe(200);
  });

  it("shows both sides of a document that was checked in one call, each image once", async () => {
    const request = { customer_ref: "two sides", policy: { steps: ["document"], store_media: "evidence" } };
    const { id } = (await edge.call("POST", "/v1/verifications", key, request)).body.verification;
    const sides = { front: image(1), back: image(2) };
    const { body } = await edge.upload(`/v1/verifications/${id}/document`, key, sides);
    expect(body.verification).toMatchObject({ decision: "review" });
    const { text } = await show(id);
    expect(titles(text)).toEqual(
      expect.arrayContaining(["Document, front", "Document, back", "Portrait on the document"]),
    );
    expect(titles(text).filter((title) => title?.startsWith("Document"))).toHaveLength(2);
    const rows = (await edge.rows("media_objects")).filter(
      ({ verification_id, kind }) => verification_id === id && kind === "document",
    );
    expect(rows.map(({ side }) => side)).toEqual(["front", "front", "back", "back"]);
    expect(new Set(rows.map(({ object_key }) => object_key)).size).toBe(2);
    for (const src of imagesOn(text)) expect((await owner.get(src)).status).toBe(200);
  });

  it("draws each signal's region on the image that it was measured on, with a sentence", async () => {
    const { id, fcId } = await inReview();
    const { text } = await show(id);
    const front = figureOf(text, "Document, front");
    expect(front).toContain('viewBox="0 0 1200 840"');
    expect(front).toMatch(/<g class="warn">.*<rect class="region" x="100" y="120" width="300" height="40"/);
    expect(front).toContain(`/dashboard/test/fraud/${fcId}`);
    const { body } = await edge.call("GET", `/v1/fraud/${fcId}`, key);
    const { explanation, threshold } = body.signals.find(({ name }: { name: string }) => name === "splicing");
    expect(front).toContain(`Detected: score 0.600, threshold ${threshold.toFixed(3)}. ${explanation}`);
  });

  it("enlarges each image in place, without a second copy of it, and opens it whole in a new tab", async () => {
    const { text } = await show((await inReview()).id);
    const portrait = figureOf(text, "Portrait on the document");
    expect(portrait).toMatch(/id="(zoom-[^"]+)" popover="auto".*<img .*popovertarget="\1"/);
    expect(portrait?.match(/<img /g)).toHaveLength(1);
    expect(portrait).toMatch(/<a href="[^"]+" target="_blank" rel="noopener">Full size<\/a>/);
    expect(new Set(text.match(/id="zoom-[^"]+"/g)).size).toBe(4);
  });

  it("is in the audit log once for each view, and not for each image", async () => {
    const { id } = await inReview();
    const { text } = await show(id);
    for (const src of imagesOn(text)) await owner.get(src);
    await show(id);
    const view = expect.objectContaining({ mode: "test", after: '{"images":4}' });
    expect(await views(id)).toEqual([view, view]);
  });

  it("is for reviewers: a viewer sees no image, and no view is logged", async () => {
    const { id } = await inReview();
    const { text } = await show(id, viewer);
    expect(imagesOn(text)).toEqual([]);
    expect(text).toContain("Only reviewers can see images.");
    expect(await views(id)).toEqual([]);
  });
});

it("an image's link needs the session, the role, the signature and the time", async () => {
  const { id } = await inReview();
  const [src] = imagesOn((await show(id)).text);
  expect((await viewer.get(src!)).status).toBe(403);
  expect((await owner.get(src!.split("?")[0]!)).status).toBe(404);
  expect((await owner.get(src!.replace("/test/", "/live/"))).status).toBe(404);
  const { visitor: stranger } = await newOwner(edge);
  expect((await stranger.get(src!)).status).toBe(410);
  const object = src!.replace("/dashboard/test/images/", `/media/${key}/`);
  expect((await edge.call("GET", object)).status).toBe(404);
  edge.advance(15 * 60_000);
  expect((await owner.get(src!)).status).toBe(404);
});

describe("what is not there", () => {
  it("is shown by its marks alone if the installation stores no images", async () => {
    const { media } = edge.services;
    Object.assign(edge.services, { media: null });
    const { id } = await inReview();
    const { text } = await show(id);
    Object.assign(edge.services, { media });
    expect(text).toContain("No image: this installation stores none.");
    expect(text).toMatch(/<figure class="outline">.*x="100" y="120" width="300" height="40"/);
    expect(imagesOn(text)).toEqual([]);
    expect(await views(id)).toEqual([]);
  });

  it("was kept for the review alone, and ended with it", async () => {
    const { id } = await inReview({ store_media: "none" });
    expect(imagesOn((await show(id)).text)).toHaveLength(4);
    const fields = {
      confirmed: "on",
      decision: "approved",
      reason: "identity_confirmed",
      note: "Seen on a call.",
    };
    const { text } = await owner.follow(
      await owner.post(`/dashboard/test/verifications/${id}/review`, fields),
    );
    expect(imagesOn(text)).toEqual([]);
    expect(text.match(/Erased on \d{4}-\d{2}-\d{2}\./g)?.length).toBeGreaterThanOrEqual(3);
  });

  it("was erased, and the page says when", async () => {
    const { id, ocrId } = await inReview({ store_media: "portrait" });
    await edge.call("DELETE", `/v1/ocr/${ocrId}`, key);
    const { text } = await show(id);
    expect(text).toMatch(/Erased on \d{4}-\d{2}-\d{2}\./);
  });

  it("was erased with the person", async () => {
    const { id, customer_ref } = await inReview();
    const [src] = imagesOn((await show(id)).text);
    await edge.call("DELETE", `/v1/customers/${customer_ref}`, key);
    expect((await owner.get(src!)).status).toBe(410);
    const { text } = await show(id);
    expect(imagesOn(text)).toEqual([]);
    expect(text).toContain("Erased with the person.");
  });
});

it("an image that two results show stays while one of them does, when the other is deleted", async () => {
  const { id, ocrId, fcId } = await inReview();
  await edge.client.execute({
    sql: "update media_objects set object_key = (select object_key from media_objects where result_id = ?) where result_id = ? and kind = 'document'",
    args: [fcId, ocrId],
  });
  const before = edge.bucket.objects.size;
  await edge.call("DELETE", `/v1/ocr/${ocrId}`, key);
  // The portrait and the scan's own upload are gone; the document is fraud detection's as well.
  expect(edge.bucket.objects.size).toBe(before - 2);
  const { text } = await show(id);
  expect((await owner.get(imagesOn(text)[0]!)).status).toBe(200);
});

describe("at the decision", () => {
  const settings = (fields: Record<string, string>) =>
    owner.post("/dashboard/test/settings", {
      ...{ store_media: "none", retention_days: "", max_ttl_seconds: "3600", face_match_level: "fmr_1e-3" },
      ...fields,
    });
  const rule = async (id: string, fields: Record<string, string>) => {
    await show(id);
    return owner.follow(await owner.post(`/dashboard/test/verifications/${id}/review`, fields));
  };
  const APPROVE = {
    confirmed: "on",
    decision: "approved",
    reason: "identity_confirmed",
    note: "Seen on a call.",
  };

  it("images stay if the tenant does not say so", async () => {
    const { id } = await inReview();
    await rule(id, APPROVE);
    await edge.settled();
    expect(imagesOn((await show(id)).text)).not.toEqual([]);
  });

  it("if the tenant says so, they are kept until the ruling and deleted with it", async () => {
    await owner.get("/dashboard/test/settings");
    await settings({ erase_media_at_decision: "on" });
    const { id } = await inReview();
    await edge.settled();
    await sweepMedia(systemContext(edge.services, edge.services.clock()));
    expect(imagesOn((await show(id)).text)).not.toEqual([]);
    await rule(id, APPROVE);
    await edge.settled();
    const { text } = await show(id);
    expect(imagesOn(text)).toEqual([]);
    expect(text).toMatch(/Erased on \d{4}/);
  });

  it("they are gone with a decision that no reviewer had to make", async () => {
    edge.answers.forensics = forensics();
    const body = { customer_ref: "approved", policy: { store_media: "evidence", steps: ["liveness"] } };
    const created = (await edge.call("POST", "/v1/verifications", key, body)).body;
    const selfie = { mode: "passive", image_1: image() };
    await edge.upload("/v1/liveness/check", created.session_token.token, selfie);
    await edge.settled();
    const { text } = await show(created.verification.id);
    expect(text).toMatch(/Best selfie frame<\/h3><p class="soft none">Erased on/);
    await owner.get("/dashboard/test/settings");
    await settings({});
  });

  it("shows each reason once, when it was ruled and what became of the steps", async () => {
    const { id } = await inReview();
    const { text } = await rule(id, { confirmed: "on", decision: "declined", reason: "document_forged" });
    expect(text.match(/A reviewer found the document forged/g)).toHaveLength(1);
    expect(text).toContain("<dt>Reviewed</dt>");
    expect(text).toMatch(/<span class="badge bad">failed<\/span>.*fraud suspicious/s);
  });
});

describe("a duplicate", () => {
  it("of an image links the other customer's verifications and result", async () => {
    const other = await inReview({}, "the first sender");
    const { perceptualHash } = edge.answers.forensics as Forensics;
    edge.answers.forensics = { ...suspicious(), perceptualHash };
    const { id } = await inReview({}, "the second sender");
    const { text } = await show(id);
    expect(text).toContain("was also sent for");
    expect(text).toContain(`/${other.id}">the first sender</a>, review (not counted in test mode)`);
    expect(text).toContain(`/dashboard/test/fraud/${other.fcId}`);
    expect((await show(other.id)).text).not.toContain("Seen under another reference");
  });

  it("of a face links the customer whose registration was found", async () => {
    const other = await inReview({}, "the registered one");
    edge.answers.faces.image = analysis();
    const { customer_ref } = other;
    await edge.upload("/v1/face/registrations", key, { customer_ref, image: image() });
    edge.answers.forensics = forensics();
    const { id } = await inReview({ dedupe: "review" }, "the double");
    const { text } = await show(id);
    expect(text).toContain("The face is also registered for");
    expect(text).toContain(`/dashboard/test/verifications/${other.id}`);
    await edge.call("DELETE", "/v1/customers/the%20registered%20one", key);
    expect((await show(id)).text).not.toContain("the registered one");
  });
});
