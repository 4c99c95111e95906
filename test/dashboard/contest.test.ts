import { describe, expect, it } from "vitest";
import { image } from "../harness/edge/check-edge.ts";
import { forensics, frame, reading, templateAt } from "../harness/edge/inference-results.ts";
import { useCheckEdge } from "../harness/edge/use.ts";
import { newMember, newOwner } from "./visitor.ts";

const edge = await useCheckEdge();
const { visitor: owner, key } = await newOwner(edge);
edge.answers.reading = reading();

const model = { name: "seams", version: "1" };
const tampered = forensics({ signals: [{ name: "splicing", score: 0.6, region: [1, 2, 3, 4], model }] });

/** A verification that a signal on its document has brought to a review. */
async function inReview(customer_ref: string): Promise<string> {
  edge.answers.forensics = tampered;
  edge.answers.frames = [frame({}, 0.9)];
  const { body } = await edge.call("POST", "/v1/verifications", key, { customer_ref });
  const { verification, session_token } = body;
  await edge.upload(`/v1/verifications/${verification.id}/document`, session_token.token, { front: image() });
  await edge.upload("/v1/liveness/check", session_token.token, { mode: "passive", image_1: image(2) });
  return verification.id;
}

const pageOf = (id: string) => `/dashboard/test/verifications/${id}`;
const text = async (path: string) => (await owner.get(path)).text;
const decisionOf = async (id: string) =>
  (await edge.call("GET", `/v1/verifications/${id}`, key)).body.decision;

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
      sql: "update media_objects set state = 'erased', erased_at = created_at where verification_id = ?",
      args: [id],
    });
    const shown = await text(pageOf(id));
    expect(shown).toContain("No images of this verification are kept any more, or none were stored.");
    expect(shown).toContain("It cannot be approved: liveness lacks a result.");
    expect(shown).toContain("Confirm decline");
    expect(shown).not.toContain("Confirm approval");
  });

  it("is approved with a reason in the reviewer's words, and the timeline has the contest", async () => {
    const id = await contested("overturned");
    await owner.get(pageOf(id));
    const fields = { confirmed: "on", decision: "approved", reason: "identity_confirmed", note: "" };
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

it("a verification of the age alone shows the age in place of images and data", async () => {
  edge.answers.forensics = forensics();
  edge.answers.frames = [frame({}, 0.9)];
  const ages = async (min_age: number) => {
    const body = { customer_ref: `age-${min_age}`, policy: { purpose: "age", min_age } };
    const { verification, session_token } = (await edge.call("POST", "/v1/verifications", key, body)).body;
    const form = { front: image(min_age) };
    await edge.upload(`/v1/verifications/${verification.id}/document`, session_token.token, form);
    await edge.upload("/v1/liveness/check", session_token.token, { mode: "passive", image_1: image(2) });
    return text(pageOf(verification.id));
  };
  const [old, young] = [await ages(18), await ages(90)];
  expect(old).toMatch(/18 years or older<\/dt>\s*<dd[^>]*>yes/);
  expect(young).toMatch(/90 years or older<\/dt>\s*<dd[^>]*>no/);
  for (const page of [old, young]) {
    expect(page).not.toMatch(/Eriksson|L898902C|Extracted data|Best selfie/i);
    expect(page).not.toContain("<img");
  }
});
