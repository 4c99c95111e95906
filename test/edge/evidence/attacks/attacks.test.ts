import { describe, expect, it } from "vitest";
import { image } from "#test/harness/edge/check-edge.ts";
import {
  analysis,
  forensics,
  frame,
  MRZ,
  reading,
  templateAt,
} from "#test/harness/edge/inference-results.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";
import { Attacker, DARK, shows } from "./attacker.ts";

/** The attacks that the security review of commit c3656f4 found, by its numbers; each then ended approved. */

const edge = await useGenuineEdge();

const GENUINE = 1;
const FORGED = 2;

describe("C1: a capture that cannot be judged moves a verdict to another document", () => {
  it("fraud first: does not pass a forged card that is read after a genuine one and its own dark image", async () => {
    const attacker = await Attacker.of(edge);
    await attacker.detect(GENUINE);
    edge.answers.forensics = forensics({ reading: reading({ quality: DARK }) });
    await attacker.detect(FORGED);
    await attacker.scan(FORGED);
    await attacker.selfie();
    expect(await attacker.ends()).toMatchObject({ decision: null, next_action: { type: "fraud_detect" } });
    expect(await attacker.step("document")).toMatchObject({ status: "retry_required", attempts: 1 });
    // The attack would need a verdict on that very image.
    edge.answers.forensics = forensics({ editingSoftware: ["Paint"] });
    await attacker.detect(FORGED);
    expect((await attacker.ends()).decision).toBe("review");
  });

  it("OCR first: does not pass a forged card when a dark image of a genuine one is then read and judged", async () => {
    const attacker = await Attacker.of(edge);
    await attacker.scan(FORGED);
    edge.answers.reading = reading({ quality: DARK });
    await attacker.scan(GENUINE);
    await attacker.detect(GENUINE);
    await attacker.selfie();
    expect(await attacker.ends()).toMatchObject({ decision: null, next_action: { type: "ocr_scan" } });
    expect(await attacker.step("document")).toMatchObject({ status: "retry_required" });
  });
});

describe("C2: the portrait of an image that was never checked, with the MRZ of one that was", () => {
  const me = templateAt(60);

  it.each([
    ["read first", ["scan", "detect"], "ocr_scan"],
    ["judged first", ["detect", "scan"], "fraud_detect"],
  ] as const)("%s", async (_, order, type) => {
    const attacker = await Attacker.of(edge);
    edge.answers.reading = shows(me);
    edge.answers.frames = [frame({ template: me }, 0.9)];
    for (const call of order) await attacker[call](call === "scan" ? FORGED : GENUINE);
    await attacker.selfie();
    expect(await attacker.ends()).toMatchObject({ decision: null, next_action: { type } });
    expect(await attacker.step("document")).toMatchObject({ reason: "document_changed" });
  });
});

it("H1: after a step-up the same weak check again", async () => {
  const attacker = await Attacker.of(edge);
  await attacker.scan(GENUINE);
  await attacker.detect(GENUINE);
  edge.answers.frames = [frame({}, 0.05)];
  expect((await attacker.selfie()).body).toMatchObject({ next_action: { type: "liveness_challenge" } });
  edge.answers.frames = [frame({}, 0.55)];
  expect((await attacker.selfie()).body.error.code).toBe("liveness_mode_too_weak");
  expect(await attacker.ends()).toMatchObject({
    decision: null,
    next_action: { type: "liveness_challenge" },
  });
  await attacker.challenge();
  expect((await attacker.ends()).decision).toBe("approved");
});

describe("H2: an adverse result and then a better one", () => {
  it("suspicious and then clean ends in a review that says so", async () => {
    const attacker = await Attacker.of(edge);
    edge.answers.forensics = forensics({ editingSoftware: ["Paint"] });
    await attacker.detect(FORGED);
    edge.answers.forensics = forensics();
    for (const image of [FORGED, GENUINE]) await attacker.detect(image);
    await attacker.scan(GENUINE);
    await attacker.selfie();
    expect(await attacker.verdict()).toEqual(["review", "document: fraud_suspicious"]);
  });

  it("ends in a review that names the duplicate face, although a face just below the threshold follows", async () => {
    edge.answers.faces.image = analysis({ template: templateAt(-40) });
    const somebody = { image: image(), customer_ref: "somebody-else" };
    await edge.upload("/v1/face/registrations", edge.key, somebody);
    const attacker = await Attacker.of(edge, { dedupe: "review" });
    await attacker.selfie(templateAt(-20));
    await attacker.selfie(templateAt(40));
    await attacker.scan(GENUINE);
    await attacker.detect(GENUINE);
    expect(await attacker.verdict()).toEqual(["review", "liveness: duplicate_face"]);
  });
});

it("a forgery is declined at once, whatever the earlier results", async () => {
  const attacker = await Attacker.of(edge);
  await attacker.scan(GENUINE);
  await attacker.detect(GENUINE);
  const checks = MRZ.checks.map((check) => ({ ...check, valid: false }));
  edge.answers.forensics = forensics({ reading: reading({ mrz: { ...MRZ, checks } }) });
  await attacker.detect(FORGED);
  expect(await attacker.ends()).toMatchObject({
    decision: "declined",
    decision_reasons: [{ code: "fraud_fraudulent" }],
  });
});
