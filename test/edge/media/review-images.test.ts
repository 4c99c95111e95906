import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { sweepMedia } from "#edge/operations/media.ts";
import { expireOverdue } from "#edge/operations/verifications/close.ts";
import { reviewVerification } from "#edge/operations/verifications/review.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading } from "#test/harness/edge/inference-results.ts";
import { PERFORMED } from "#test/harness/edge/performed.ts";

const DAY = 24 * 60 * 60 * 1000;
const REVIEWER = { kind: "staff", userId: "user_1", address: null } as const;
const edge = await openCheckEdge();
afterAll(() => edge.close());

const model = { name: "seams", version: "1" };
const suspicious = () =>
  forensics({ signals: [{ name: "splicing", score: 0.6, region: [1, 2, 3, 4], model }] });

beforeEach(() => {
  edge.answers.frames = [frame({}, 0.9)];
  edge.answers.reading = reading();
  edge.answers.forensics = forensics();
});

let persons = 0;
/** A verification under a policy, whose document was sent. */
async function withDocument(policy: object = {}) {
  const customerRef = `person-${++persons}`;
  const verification = await edge.verification(policy, customerRef);
  const { id, token } = verification;
  const sent = await edge.upload(`/v1/verifications/${id}/document`, token, { front: image() });
  return { ...verification, customerRef, ocrId: sent.body.ocr.ocr_id as string };
}

type Sent = Awaited<ReturnType<typeof withDocument>>;
const selfie = ({ token }: Sent) =>
  edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(2) });

/** A verification that waits for a review. */
async function inReview(policy: object = {}) {
  edge.answers.forensics = suspicious();
  const sent = await withDocument(policy);
  await selfie(sent);
  expect(await sent.read()).toMatchObject({ status: "completed", decision: "review" });
  return sent;
}

const rowsOf = async ({ id }: Pick<Sent, "id">) =>
  (await edge.rows("media_objects")).filter(({ verification_id }) => verification_id === id);
const kinds = async (of: Sent, state = "kept") =>
  [...new Set((await rowsOf(of)).filter((row) => row.state === state).map(({ kind }) => kind))].sort();
const objectsOf = async (of: Sent) =>
  (await rowsOf(of)).filter(({ object_key }) => edge.bucket.objects.has(String(object_key)));
const sweep = () => sweepMedia(systemContext(edge.services, edge.services.clock()));
const rule = (id: string, ruling: "approved" | "declined") =>
  reviewVerification(
    {
      ...{ services: edge.services, scope: edge.tenant.scope("test"), actor: REVIEWER },
      now: edge.services.clock(),
    },
    {
      id,
      ruling,
      reason: ruling === "approved" ? "document_genuine" : "document_forged",
      note: "Seen on a call.",
    },
  );

const gone = async (of: Sent) => {
  await edge.settled();
  expect(await kinds(of)).toEqual([]);
  expect(await objectsOf(of)).toEqual([]);
};

describe("images for a review, whatever the policy keeps", () => {
  it.each(["review", "decline"])(
    "are kept while a verification is open, encrypted and without the upload, with on_fraud_suspicious: %s",
    async (on_fraud_suspicious) => {
      const sent = await withDocument({ on_fraud_suspicious });
      expect(await kinds(sent)).toEqual(["document", "portrait"]);
      const [{ object_key, kind }] = (await rowsOf(sent)) as never as [{ object_key: string; kind: string }];
      const encrypted = edge.bucket.objects.get(object_key)!;
      const { vault } = edge.services;
      const opened = await vault.open(edge.tenant.scope("test"), `${kind}:${object_key}`, encrypted);
      expect(Buffer.from(encrypted).includes(Buffer.from(opened))).toBe(false);
    },
  );

  it("stay while a review is due, with every frame of a challenge, and go with the ruling", async () => {
    edge.answers.forensics = suspicious();
    for (const ruling of ["approved", "declined"] as const) {
      const sent = await withDocument({ liveness_mode: "challenge" });
      const { challenge_token, action } = (await edge.call("POST", "/v1/liveness/challenges", sent.token, {}))
        .body as { challenge_token: string; action: keyof typeof PERFORMED };
      edge.answers.frames = [frame(), frame(PERFORMED[action])];
      const parts = { mode: "challenge", challenge_token, image_1: image(1), image_2: image(2) };
      await edge.upload("/v1/liveness/check", sent.token, parts);
      expect((await sent.read()).decision).toBe("review");
      await sweep();
      expect(await kinds(sent)).toEqual(["challenge_frame", "document", "live_frame", "portrait"]);
      await rule(sent.id, ruling);
      await gone(sent);
    }
  });

  it("are no media of the API: neither a result nor its event names a portrait", async () => {
    const { id, ocrId, token } = await withDocument();
    const scan = await edge.upload("/v1/ocr/scan", token, { image: image() });
    expect(scan.body).not.toHaveProperty("portrait");
    for (const read of [ocrId, scan.body.ocr_id]) {
      expect((await edge.call("GET", `/v1/ocr/${read}`, edge.key)).body).not.toHaveProperty("portrait");
    }
    const events = (await edge.rows("events")).filter(({ body }) => String(body).includes(id));
    expect(events.map(({ body }) => JSON.parse(String(body)).data.portrait)).not.toContain(
      expect.any(String),
    );
  });

  it("go with an approval that no reviewer makes, and with a decline", async () => {
    const approved = await withDocument();
    await selfie(approved);
    expect((await approved.read()).decision).toBe("approved");
    await gone(approved);
    const declined = await withDocument({ on_fraud_suspicious: "decline" });
    edge.answers.forensics = suspicious();
    const front = { front: image(3) };
    await edge.upload(`/v1/verifications/${declined.id}/document`, declined.token, front);
    expect((await declined.read()).decision).toBe("declined");
    await gone(declined);
  });

  it("go with a cancelation, an expiry and the person's erasure", async () => {
    const canceled = await withDocument();
    await edge.call("POST", `/v1/verifications/${canceled.id}/cancel`, edge.key, {});
    await gone(canceled);
    const waiting = await inReview();
    await edge.call("DELETE", `/v1/customers/${waiting.customerRef}`, edge.key);
    await gone(waiting);
    const expired = await withDocument({ expires_in_seconds: 300 });
    edge.advance(301_000);
    await expireOverdue(systemContext(edge.services, edge.services.clock()));
    expect(await kinds(expired)).toEqual([]);
    await sweep();
    await gone(expired);
  });

  it("go 30 days after the verification's expiry if no review was made; the case stays in review", async () => {
    const sent = await inReview({ expires_in_seconds: 3600 });
    edge.advance(30 * DAY + 3_500_000);
    await sweep();
    expect(await kinds(sent)).toEqual(["document", "live_frame", "portrait"]);
    edge.advance(200_000);
    await sweep();
    await gone(sent);
    expect((await sent.read()).decision).toBe("review");
  });

  it("end at images_until of the list of reviews; after that the case is still listed and decided", async () => {
    const sent = await inReview({ expires_in_seconds: 3600 });
    const listed = async () => {
      const { body } = await edge.call("GET", "/v1/reviews?limit=100", edge.key);
      return body.data.find(
        ({ verification }: { verification: { id: string } }) => verification.id === sent.id,
      );
    };
    const { images_until: until, verification } = await listed();
    expect(Date.parse(until) - Date.parse(verification.expires_at)).toBe(30 * DAY);
    edge.advance(Date.parse(until) - edge.services.clock() + 1);
    await sweep();
    await gone(sent);
    expect(await listed()).toMatchObject({ images_until: until, verification: { decision: "review" } });
    const ruling = {
      ruling: "approved",
      reason: "document_genuine",
      note: "Seen on a video call.",
      acting_as: "agent-7",
    };
    const ruled = await edge.call("POST", `/v1/verifications/${sent.id}/review`, edge.key, ruling);
    expect([ruled.status, ruled.body.verification.decision]).toEqual([200, "approved"]);
  });

  it("are only those that the policy does not keep: the others stay as it says", async () => {
    const sent = await inReview({ store_media: "portrait" });
    expect(await kinds(sent)).toEqual(["document", "live_frame", "portrait"]);
    await rule(sent.id, "approved");
    await edge.settled();
    expect(await kinds(sent)).toEqual(["portrait"]);
    const kept = await inReview({ store_media: "evidence" });
    await rule(kept.id, "approved");
    await edge.settled();
    expect(await kinds(kept)).toEqual(["document", "live_frame", "original", "portrait"]);
  });

  it("are not kept of a check outside a verification, nor of a capture that does not count", async () => {
    const before = edge.bucket.objects.size;
    await edge.upload("/v1/ocr/scan", edge.key, { image: image() });
    expect(edge.bucket.objects.size).toBe(before);
    edge.answers.frames = [frame({ components: { sharpness: 0 } }, 0.9)];
    const sent = await edge.verification({ steps: ["liveness"] });
    await edge.upload("/v1/liveness/check", sent.token, { mode: "passive", image_1: image() });
    expect(await rowsOf(sent)).toEqual([]);
  });
});
