import { beforeEach, describe, expect, it } from "vitest";
import { type CheckEdge, formOf, image } from "#test/harness/edge/check-edge.ts";
import { face, forensics, line, reading, templateAt } from "#test/harness/edge/inference-results.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";
import { back, front } from "./two-sided.ts";

const edge = await useGenuineEdge();
beforeEach(() => {
  edge.calls.length = 0;
});

type Opened = Awaited<ReturnType<CheckEdge["verification"]>>;
type Parts = Parameters<typeof formOf>[0];

const show = ({ id, token }: Opened, parts: Parts = { front: image(1) }, credential = token) =>
  edge.upload(`/v1/verifications/${id}/document`, credential, parts);
const showBoth = (opened: Opened, seeds = [1, 2]) =>
  show(opened, { front: image(seeds[0]), back: image(seeds[1]) });
const selfie = ({ token }: Opened) =>
  edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(9) });
const documentOf = async (opened: Opened) => (await opened.read()).steps[0];
const rowsOf = async ({ id }: Opened, table: string) =>
  (await edge.rows(table)).filter(({ verification_id }) => verification_id === id);
const used = async () => Number((await edge.rows("usage")).at(-1)?.used ?? 0);

describe("a single document check", () => {
  it("reads and judges the image once, and writes results, events, usage and step in one batch", async () => {
    const opened = await edge.verification();
    const before = await used();
    const { status, body } = await show(opened);
    expect([status, (await used()) - before]).toEqual([200, 1]);
    expect(edge.calls).toEqual(["examineDocument"]);
    expect(body).toMatchObject({
      ocr: { ocr_eligible: true },
      fraud: { decision: "clean" },
      back: null,
      needs_back: false,
      verification: { id: opened.id, status: "in_progress", next_action: { type: "liveness_check" } },
    });
    const step = await documentOf(opened);
    expect(step).toMatchObject({ status: "passed", attempts: 1 });
    expect(step.result_ids).toEqual([body.ocr.ocr_id, body.fraud.fc_id]);
    const events = (await edge.rows("events")).filter(({ subject_id }) =>
      step.result_ids.includes(subject_id),
    );
    expect(events.map(({ type }) => type).sort()).toEqual(["fraud.signal_detected", "ocr.completed"]);
    await selfie(opened);
    expect((await opened.read()).decision).toBe("approved");
  });

  it("answers each result as its own operation reads it back", async () => {
    const opened = await edge.verification();
    const { body } = await show(opened, { front: image(1), source: "camera" }, edge.key);
    const ocr = await edge.call("GET", `/v1/ocr/${body.ocr.ocr_id}`, edge.key);
    const fraud = await edge.call("GET", `/v1/fraud/${body.fraud.fc_id}`, edge.key);
    expect([body.ocr, body.fraud]).toEqual([ocr.body, fraud.body]);
    expect(body.ocr.source).toBe("camera");
  });

  it("is repeated under its key, and forgotten with either side's result", async () => {
    edge.answers.images = { front: front(), back: back() };
    const opened = await edge.verification();
    const path = `/v1/verifications/${opened.id}/document`;
    const send = () => {
      const form = formOf({ front: image(1), back: image(2) });
      return edge.call("POST", path, opened.token, form, { "idempotency-key": "look" });
    };
    const first = await send();
    expect((await send()).text).toBe(first.text);
    expect(edge.calls).toEqual(["examineDocument"]);
    await edge.call("DELETE", `/v1/ocr/${first.body.back.ocr.ocr_id}`, edge.key);
    const kept = (await edge.rows("idempotency_keys")).filter(({ path }) => String(path).includes(opened.id));
    expect(kept).toEqual([]);
  });

  it.each([
    [{}, "missing_parameter", "front"],
    [{ front: image(1), source: "fax" }, "invalid_parameter", "source"],
    [{ front: image(1), document_type: "library_card" }, "unsupported_document_type", "document_type"],
    [{ front: image(1), back: image(1) }, "invalid_parameter", "back"],
  ])("rejects a form that does not hold: %#", async (parts, code, param) => {
    const { status, body } = await show(await edge.verification(), parts as Parts);
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  });

  it("is rejected once the verification is not open", async () => {
    const opened = await edge.verification();
    await edge.call("POST", `/v1/verifications/${opened.id}/cancel`, edge.key);
    expect((await show(opened)).body.error.code).toBe("verification_not_open");
  });

  it("ends as a test reference says, whatever the images show", async () => {
    edge.answers.images = { front: back(), back: back() };
    const opened = await edge.verification({}, "test_approve");
    const { body } = await show(opened, { front: image(1), document_type: "residence_permit" });
    expect(body.needs_back).toBe(false);
    await selfie(opened);
    expect((await opened.read()).decision).toBe("approved");
  });

  it("keeps both sides, as they were judged and as they were sent, and the portrait if the policy says so", async () => {
    edge.answers.images = { front: front(), back: back() };
    const opened = await edge.verification({ store_media: "evidence" });
    await showBoth(opened);
    const rows = await rowsOf(opened, "media_objects");
    const kinds = rows.map(({ kind, side, state }) => `${kind} ${side} ${state}`);
    expect([...new Set(kinds)].sort()).toEqual([
      "document back kept",
      "document front kept",
      "original back kept",
      "original front kept",
      "portrait null kept",
    ]);
  });
});

describe("a card with its MRZ on the back", () => {
  beforeEach(() => {
    edge.answers.images = { front: front(), back: back() };
  });

  it("is one document by what both sides show, and its portrait is the front's", async () => {
    const opened = await edge.verification();
    const { body } = await showBoth(opened);
    expect(body).toMatchObject({
      ocr: { document_type: "residence_permit", ocr_eligible: true },
      fraud: { decision: "clean" },
      back: { ocr: { ocr_eligible: true, mrz: { format: "TD1" } }, fraud: { decision: "clean" } },
      needs_back: false,
    });
    expect(await documentOf(opened)).toMatchObject({ status: "passed", attempts: 1 });
    await selfie(opened);
    expect((await opened.read()).decision).toBe("approved");
  });

  it.each([
    ["the back", { front: front() }, "back_missing"],
    ["the front", { front: back() }, "front_missing"],
  ])("alone asks for %s, and uses no attempt", async (_, images, reason) => {
    edge.answers.images = images;
    const opened = await edge.verification();
    expect((await show(opened)).body).toMatchObject({ needs_back: true, back: null });
    expect(await documentOf(opened)).toMatchObject({ status: "retry_required", attempts: 0, reason });
    edge.answers.images = { front: front(), back: back() };
    await showBoth(opened);
    expect((await documentOf(opened)).status).toBe("passed");
  });

  it("requires its back if it is a European identity card, by its holder's nationality", async () => {
    const [, ...printed] = front().reading.lines;
    for (const [nationality, needsBack] of [
      ["FRA", true],
      ["IND", false],
    ] as const) {
      const lines = [line("IDENTITY CARD", 40), ...printed, line(`Nationality: ${nationality}`, 300)];
      edge.answers.images = { front: front({}, { lines }) };
      expect((await show(await edge.verification())).body.needs_back).toBe(needsBack);
    }
  });

  it("goes to review if no common value can be read, unless other images show it", async () => {
    edge.answers.images = {
      front: front({}, { lines: front().reading.lines.map((each) => ({ ...each, confidence: 0.7 })) }),
      back: back({ mrz: { ...back().reading.mrz!, fields: [] } }),
    };
    const opened = await edge.verification({ min_age: null });
    await showBoth(opened);
    expect(await documentOf(opened)).toMatchObject({ status: "review", reason: "sides_not_linked" });
    edge.answers.images = { front: front(), back: back() };
    await showBoth(opened, [3, 4]);
    expect((await documentOf(opened)).status).toBe("passed");
  });

  it("with portraits of two people goes to review, too, whatever else matches (H1)", async () => {
    const stranger = face({ template: templateAt(120), landmarks: [] });
    edge.answers.images = {
      front: front({}, { portrait: { ...reading().portrait!, face: stranger } }),
      back: back({ portrait: reading().portrait }),
    };
    const opened = await edge.verification();
    await showBoth(opened);
    expect(await documentOf(opened)).toMatchObject({ status: "review", reason: "sides_contradict" });
  });

  it.each([[{ surname: "Svensson" }], [{ number: "X7654321Y" }], [{ born: "01 JAN 1990" }]])(
    "of two cards has the outcome of a suspicious one, permanently: %j",
    async (printed) => {
      edge.answers.images = { front: front(printed), back: back() };
      const opened = await edge.verification();
      await showBoth(opened);
      expect(await documentOf(opened)).toMatchObject({ status: "review", reason: "sides_contradict" });
      edge.answers.images = { front: front(), back: back() };
      await showBoth(opened, [3, 4]);
      await selfie(opened);
      expect(await opened.read()).toMatchObject({
        decision: "review",
        decision_reasons: [{ code: "sides_contradict", step: "document" }],
      });
      const strict = await edge.verification({ on_fraud_suspicious: "decline" });
      edge.answers.images = { front: front(printed), back: back() };
      await showBoth(strict);
      expect((await strict.read()).decision).toBe("declined");
    },
  );

  it.each(["front", "back"])("is not clean when its %s is not", async (side) => {
    const forged = { front: front(), back: back() };
    edge.answers.images = { ...forged, [side]: { ...forged[side as "front"], editingSoftware: ["Paint"] } };
    const opened = await edge.verification();
    await showBoth(opened);
    expect(await documentOf(opened)).toMatchObject({ status: "review", reason: "fraud_suspicious" });
  });

  it("is not complete without an MRZ on either side", async () => {
    edge.answers.images = { front: front(), back: back({ mrz: null }) };
    const opened = await edge.verification();
    await showBoth(opened);
    expect((await documentOf(opened)).status).toBe("retry_required");
    await selfie(opened);
    expect((await opened.read()).decision).toBeNull();
  });

  it("shares no verdict with a call that checked one side", async () => {
    const opened = await edge.verification();
    await showBoth(opened);
    edge.answers.forensics = forensics({ reading: front().reading });
    await edge.upload("/v1/fraud/detect", opened.token, { image: image(1) });
    expect((await documentOf(opened)).status).toBe("retry_required");
  });
});
