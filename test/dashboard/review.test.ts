import { beforeEach, describe, expect, it } from "vitest";
import { placeTags } from "#edge/dashboard/ui/drawing.tsx";
import { documentData } from "#edge/dashboard/ui/person.tsx";
import type { Forensics } from "#edge/inference/port.ts";
import { findResults } from "#edge/store/results/results.ts";
import { loadVerification } from "#edge/store/verifications/verifications.ts";
import { image } from "../harness/edge/check-edge.ts";
import { forensics, frame, reading } from "../harness/edge/inference-results.ts";
import { useCheckEdge } from "../harness/edge/use.ts";
import { newMember, newOwner, tenantOf } from "./visitor.ts";

const edge = await useCheckEdge();
const { visitor: owner, key } = await newOwner(edge);
const { visitor: viewer } = await newMember(edge, owner, "viewer");

const NAME = "ANNA MARIA ERIKSSON";
const model = { name: "seams", version: "1" };
const tampered = (): Forensics =>
  forensics({ signals: [{ name: "splicing", score: 0.6, region: [100, 120, 300, 40], model }] });
beforeEach(() => {
  edge.answers.frames = [frame({}, 0.9)];
  edge.answers.reading = reading();
  edge.answers.forensics = tampered();
});

/** A verification that a signal on its document has brought to a review. */
async function inReview(customer_ref: string, store_media = "evidence"): Promise<string> {
  const request = { customer_ref, policy: { store_media } };
  const { verification, session_token } = (await edge.call("POST", "/v1/verifications", key, request)).body;
  await edge.upload("/v1/ocr/scan", session_token.token, { image: image() });
  await edge.upload("/v1/fraud/detect", session_token.token, { image: image() });
  await edge.upload("/v1/liveness/check", session_token.token, { mode: "passive", image_1: image(2) });
  return verification.id;
}

const REVIEWS = "/dashboard/test/reviews";
const pageOf = (id: string) => `/dashboard/test/verifications/${id}`;
const text = async (path: string, by = owner) => (await by.get(path)).text.replaceAll("&#39;", "'");
const decisionOf = async (id: string) =>
  (await edge.call("GET", `/v1/verifications/${id}`, key)).body.decision;
const APPROVE = { decision: "approved", reason: "document_genuine", note: "Called back." };

describe("the page of a verification in review", () => {
  it("is headed by the person's name and the state, and its tab names nobody", async () => {
    const shown = await text(pageOf(await inReview("headed")));
    expect(shown).toMatch(new RegExp(`<h1>${NAME} <span class="badge warn">review</span></h1>`));
    expect(shown).toContain("<title>Verification · Selfsame</title>");
  });

  it("shows the extracted data beside the images, with the MRZ check and the similarity", async () => {
    const shown = await text(pageOf(await inReview("data")));
    for (const [name, value] of [
      ["Name", NAME],
      ["Date of birth", "1974-08-12"],
      ["Document", "Passport"],
      ["Number", "L898902C3"],
      ["Date of expiry", "2032-04-15"],
      ["Issuing state", "UTO"],
      ["MRZ check digits", '<span class="badge good">pass</span> TD3'],
    ]) {
      expect(shown).toContain(`<dt>${name}</dt><dd>${value}`);
    }
    expect(shown).toMatch(/<dt>Face similarity<\/dt><dd>\d\.\d{3} <span class="badge good">match/);
  });

  it("says in words what was found, and leads to the marked place", async () => {
    const shown = await text(pageOf(await inReview("found")));
    expect(shown).toContain("Why this needs a review");
    expect(shown).toMatch(/<strong>Splicing<\/strong>.*Score 0\.600, threshold 0\.500\..*href="#evidence"/);
    expect(shown).toContain('id="evidence"');
  });

  it("says without images how to have them kept, and that a reviewer may decline", async () => {
    const shown = await text(pageOf(await inReview("no images", "none")));
    expect(shown).toContain("<code>store_media: evidence</code>");
    expect(shown).toContain("There is no image to check.");
    expect(await text(REVIEWS)).toContain("no images kept");
  });

  it("says of each reason when to choose it", async () => {
    const shown = await text(pageOf(await inReview("reasons")));
    expect(shown).toContain("The possible duplicate is another person.");
    expect(shown.match(/type="radio"/g)).toHaveLength(9);
  });

  it("offers a viewer no decision", async () => {
    const id = await inReview("viewed");
    expect(await text(pageOf(id), viewer)).not.toContain('type="radio"');
    await viewer.get(pageOf(id));
    expect((await viewer.post(`${pageOf(id)}/review/confirm`, APPROVE)).status).toBe(403);
  });
});

describe("the way through the queue", () => {
  it("lists people by name, with reference, document and reason, and leads from one to the next", async () => {
    const [first, second] = [await inReview("queued-1"), await inReview("queued-2")];
    const list = await text(REVIEWS);
    expect(list).toMatch(new RegExp(`href="${pageOf(first)}">${NAME}</a>.*queued-1.*Passport`));
    const shown = await text(pageOf(first));
    expect(shown).toContain(`href="${REVIEWS}">← Review queue</a>`);
    expect(shown).toContain(`href="${pageOf(second)}">Next in queue</a>`);
    expect(await text(pageOf(second))).toContain("Next in queue</a>");
    expect(await text(pageOf(second), viewer)).not.toContain("Next in queue");
  });

  it("names people in the list of verifications, by the reference until a name is known", async () => {
    const request = { customer_ref: "nameless" };
    const { id } = (await edge.call("POST", "/v1/verifications", key, request)).body.verification;
    const list = await text("/dashboard/test/verifications");
    expect(list).toContain(`href="${pageOf(id)}">nameless</a>`);
    expect(list).toContain(`">${NAME}</a>`);
  });

  it("shows none of another person's data, even if both documents were read at the same moment", async () => {
    const scope = { tenantId: await tenantOf(owner), mode: "test" } as const;
    const [nameless, named] = [await inReview("unread"), await inReview("read")];
    const verification = (await loadVerification(edge.db, scope, nameless))!;
    const other = (await loadVerification(edge.db, scope, named))!;
    const ids = [verification, other].flatMap(({ steps }) => steps.flatMap(({ resultIds }) => resultIds));
    const results = [...(await findResults(edge.db, scope, ids))].map(([id, row]) => {
      const body = row.verificationId === nameless ? { ...row.body, fields: {} } : row.body;
      return [id, { ...row, body, createdAt: 0 }] as const;
    });
    expect(documentData(verification, new Map(results))?.fields).toEqual({});
    expect(documentData(other, new Map(results))?.fields.full_name?.value).toBe(NAME);
  });
});

describe("a decision", () => {
  it("is shown for confirmation, and nothing changes until it is confirmed", async () => {
    const id = await inReview("confirmed");
    await owner.get(pageOf(id));
    const confirmation = await owner.post(`${pageOf(id)}/review/confirm`, APPROVE);
    expect(confirmation.status).toBe(200);
    expect(confirmation.text).toContain(`<h1>Approve ${NAME}?</h1>`);
    expect(confirmation.text).toContain("A signal or check was a false alarm.");
    expect(confirmation.text).toContain("Called back.");
    expect(confirmation.text).toContain("<strong>Splicing</strong>");
    expect(await decisionOf(id)).toBe("review");
    const shown = await owner.follow(await owner.post(`${pageOf(id)}/review`, APPROVE));
    expect(shown.text).toContain("The verification is approved.");
    expect(await decisionOf(id)).toBe("approved");
  });

  it("is not shown for confirmation with a reason of the other decision, nor after a decision", async () => {
    const id = await inReview("refused");
    const confirm = async (fields: Record<string, string>) => {
      await owner.get(pageOf(id));
      return owner.follow(await owner.post(`${pageOf(id)}/review/confirm`, fields));
    };
    expect((await confirm({ ...APPROVE, reason: "document_forged" })).text).not.toContain("for good");
    await owner.post(`${pageOf(id)}/review`, APPROVE);
    expect((await confirm(APPROVE)).text).not.toContain("for good");
  });
});

it("the number of a region covers neither a region nor another number", () => {
  const lines = [0, 1, 2, 3].map((i) => [200, 100 + 50 * i, 400, 40] as const);
  const boxes = [...lines, ...placeTags(lines, { width: 1000, height: 600 })];
  const overlaps = boxes.flatMap((a, i) => boxes.slice(i + 1).map((b) => [a, b] as const)).filter(isOverlap);
  expect(overlaps).toEqual([]);
});

type Box = readonly [x: number, y: number, width: number, height: number];
const isOverlap = ([[x, y, w, h], [left, top, width, height]]: readonly [Box, Box]) =>
  x < left + width && left < x + w && y < top + height && top < y + h;
