import { beforeEach, describe, expect, it } from "vitest";
import type { Forensics } from "#edge/inference/port.ts";
import { image } from "../harness/edge/check-edge.ts";
import { forensics, frame, MRZ, reading, templateAt } from "../harness/edge/inference-results.ts";
import { useCheckEdge } from "../harness/edge/use.ts";
import { newMember, newOwner } from "./visitor.ts";

const edge = await useCheckEdge();
const { visitor: owner, key } = await newOwner(edge);

const model = { name: "seams", version: "1" };
const tampered = (): Forensics =>
  forensics({ signals: [{ name: "splicing", score: 0.6, region: [100, 120, 300, 40], model }] });
/** Of a state that is not the specimens'. */
const dutch = () => {
  const fields = MRZ.fields.map((field) => (field.value === "UTO" ? { ...field, value: "NLD" } : field));
  return reading({ mrz: { ...MRZ, fields } });
};
beforeEach(() => {
  edge.answers.frames = [frame({}, 0.9)];
  edge.answers.reading = reading();
  edge.answers.forensics = tampered();
});

/** A verification that a signal on its document has brought to a review. */
async function inReview(customer_ref: string): Promise<string> {
  const { body } = await edge.call("POST", "/v1/verifications", key, { customer_ref });
  const { verification, session_token } = body;
  await edge.upload("/v1/ocr/scan", session_token.token, { image: image() });
  await edge.upload("/v1/fraud/detect", session_token.token, { image: image() });
  await edge.upload("/v1/liveness/check", session_token.token, { mode: "passive", image_1: image(2) });
  return verification.id;
}

const pageOf = (id: string) => `/dashboard/test/verifications/${id}`;
const text = async (path: string) => (await owner.get(path)).text;
const decisionOf = async (id: string) =>
  (await edge.call("GET", `/v1/verifications/${id}`, key)).body.decision;

describe("an approval that overrides a specimen or a contradiction", () => {
  const issuedBeforeBirth = (): Forensics => {
    const page = dutch();
    const lines = page.lines.map((each) =>
      each.text.startsWith("Date of issue") ? { ...each, text: "Date of issue: 16 APR 1970" } : each,
    );
    return { ...tampered(), reading: { ...page, lines } };
  };
  const approve = async (id: string, note: string) => {
    await owner.get(pageOf(id));
    const fields = { decision: "approved", reason: "document_genuine", note };
    const confirmation = await owner.follow(await owner.post(`${pageOf(id)}/review/confirm`, fields));
    await owner.get(pageOf(id));
    await owner.post(`${pageOf(id)}/review`, fields);
    return { confirmation, decision: await decisionOf(id) };
  };

  it.each([
    ["a specimen", tampered, "specimen document"],
    ["contradicting data", issuedBeforeBirth, "date order"],
  ])("needs a reason in the reviewer's words: %s", async (what, found, named) => {
    edge.answers.forensics = found();
    const id = await inReview(`overridden by ${what}`);
    const shown = await text(pageOf(id));
    expect(shown).toContain(`An approval overrides: ${named}.`);
    expect(shown).toMatch(/<textarea id="note-approved"[^>]* required/);
    expect(shown).not.toMatch(/<textarea id="note-declined"[^>]* required/);
    for (const note of ["", "  fine    \n "]) {
      const { confirmation, decision } = await approve(id, note);
      expect(confirmation.text).not.toContain("for good");
      expect(decision).toBe("review");
    }
    expect((await approve(id, "Seen on a call.")).decision).toBe("approved");
  });

  it("is declined without one", async () => {
    const id = await inReview("declined specimen");
    await owner.get(pageOf(id));
    await owner.post(`${pageOf(id)}/review`, { decision: "declined", reason: "document_forged" });
    expect(await decisionOf(id)).toBe("declined");
  });

  it("is not asked for where an approval contradicts nothing", async () => {
    edge.answers.forensics = { ...tampered(), reading: dutch() };
    const id = await inReview("nothing overridden");
    expect(await text(pageOf(id))).not.toContain("An approval overrides");
    expect((await approve(id, "")).decision).toBe("approved");
  });

  it("also needs one if the result of a standing finding was deleted", async () => {
    edge.answers.forensics = { ...tampered(), reading: dutch() };
    const id = await inReview("deleted result");
    const { rows } = await edge.client.execute({
      sql: "select id from fraud_results where verification_id = ?",
      args: [id],
    });
    for (const row of rows) await edge.call("DELETE", `/v1/fraud/${row.id}`, key);
    expect((await approve(id, "")).decision).toBe("review");
  });
});

describe("the page of a contested decision", () => {
  /** A declined person who has contested: without images if the case has lost them. */
  async function contested(customer_ref: string, policy: object = {}): Promise<string> {
    edge.answers.forensics = forensics();
    edge.answers.frames = [frame({ template: templateAt(80) }, 0.9)];
    const asked = { customer_ref, policy: { contest: "on", ...policy } };
    const { body } = await edge.call("POST", "/v1/verifications", key, asked);
    const { verification, session_token } = body;
    await edge.upload(`/v1/verifications/${verification.id}/document`, session_token.token, {
      front: image(),
    });
    await edge.upload("/v1/liveness/check", session_token.token, { mode: "passive", image_1: image(2) });
    const statement = { statement: "<b>An old photo</b>" };
    const path = `/v1/verifications/${verification.id}/contest`;
    expect((await edge.call("POST", path, session_token.token, statement)).status).toBe(201);
    return verification.id;
  }

  it("shows the statement as text, to reviewers only, and the queue has the case first", async () => {
    edge.answers.frames = [frame({}, 0.9)];
    const waiting = await inReview("waits-longer");
    const id = await contested("contested");
    const shown = await text(pageOf(id));
    expect(shown).toContain("The person contests the decision");
    expect(shown).toContain("&lt;b&gt;An old photo&lt;/b&gt;");
    expect(shown).not.toContain("No images of this verification are kept");
    const { visitor: viewer } = await newMember(edge, owner, "viewer");
    expect((await viewer.get(pageOf(id))).text).not.toContain("An old photo");
    const queue = await text("/dashboard/test/reviews");
    expect(queue).toContain("contested");
    expect(queue.indexOf(id)).toBeLessThan(queue.indexOf(waiting));
    expect(shown).not.toContain('rel="prev"');
    expect(shown).toContain('rel="next"');
  });

  it("says plainly that no images are kept, and that a step without a result cannot be approved", async () => {
    const id = await contested("without-images", { min_age: 120 });
    await edge.client.execute({
      sql: "update media_objects set state = 'erased' where verification_id = ?",
      args: [id],
    });
    const shown = await text(pageOf(id));
    expect(shown).toContain("No images of this verification are kept any more, or none were stored.");
    expect(shown).toContain("It cannot be approved: liveness lacks a result.");
  });

  it("is approved with a reason in the reviewer's words, and the timeline has the contest", async () => {
    const id = await contested("overturned");
    await owner.get(pageOf(id));
    const fields = { decision: "approved", reason: "identity_confirmed", note: "" };
    await owner.post(`${pageOf(id)}/review`, fields);
    expect(await decisionOf(id)).toBe("declined");
    await owner.get(pageOf(id));
    await owner.post(`${pageOf(id)}/review`, { ...fields, note: "Seen on a video call." });
    expect(await decisionOf(id)).toBe("approved");
    const shown = await text(pageOf(id));
    expect(shown).toContain("It was overturned.");
    expect(shown).toContain("Decision contested by the person");
  });
});
