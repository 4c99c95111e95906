import { beforeEach, describe, expect, it } from "vitest";
import type { PortraitReading } from "#edge/inference/port.ts";
import { forensics, line, MRZ, reading, templateAt } from "#test/harness/edge/inference-results.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";
import { back, front } from "../../api/verifications/two-sided.ts";
import { Attacker, DARK, shows } from "./attacker.ts";

/** Attempts at an approval with another person's document. None is approved; each test names the outcome. */

const edge = await useGenuineEdge();

const GENUINE = 1;
const FORGED = 2;
const ME = templateAt(120);
const VICTIM = templateAt(0);

describe("with two images", () => {
  it("rejects two concurrent calls on different images: the document has changed", async () => {
    const attacker = await Attacker.of(edge);
    await Promise.all([attacker.scan(FORGED), attacker.detect(GENUINE)]);
    await attacker.selfie();
    expect(await attacker.step("document")).toMatchObject({
      status: "retry_required",
      reason: "document_changed",
    });
    expect((await attacker.ends()).decision).toBeNull();
  });

  it("declines when the images alternate until no attempt is left", async () => {
    const attacker = await Attacker.of(edge);
    for (let round = 0; round < 3; round++) {
      await attacker.scan(FORGED);
      await attacker.detect(GENUINE);
    }
    expect(await attacker.verdict()).toEqual(["declined", "document: document_changed"]);
  });

  it("compares the faces again, and declines, when the victim's card follows a match with one's own", async () => {
    const attacker = await Attacker.of(edge);
    edge.answers.reading = shows(ME);
    await attacker.scan(FORGED);
    await attacker.selfie(ME);
    expect((await attacker.step("face_match")).status).toBe("passed");
    edge.answers.reading = shows(VICTIM);
    await attacker.scan(GENUINE);
    expect(await attacker.verdict()).toEqual(["declined", "face_match: no_match"]);
  });

  it("counts each image only in its own verification of the same person", async () => {
    const [one, two] = [await Attacker.of(edge), await Attacker.of(edge)];
    await one.detect(GENUINE);
    await two.scan(GENUINE);
    await two.selfie();
    expect(await one.ends()).toMatchObject({ decision: null, next_action: { type: "ocr_scan" } });
    expect(await two.ends()).toMatchObject({ decision: null, next_action: { type: "fraud_detect" } });
  });

  it("rejects to read a front alone that was judged with its back: the document has changed", async () => {
    edge.answers.images = { front: front(), back: back() };
    const attacker = await Attacker.of(edge);
    await attacker.show(GENUINE, 3);
    edge.answers.reading = shows(ME, { mrz: MRZ });
    await attacker.scan(GENUINE);
    expect(await attacker.step("document")).toMatchObject({ reason: "document_changed" });
  });

  it("ends in a review that names a suspicious front, although a clean card with its back follows", async () => {
    const attacker = await Attacker.of(edge);
    edge.answers.images = { front: { ...front(), editingSoftware: ["Paint"] } };
    expect((await attacker.show(FORGED)).body.needs_back).toBe(true);
    edge.answers.images = { front: front(), back: back() };
    await attacker.show(GENUINE, 3);
    await attacker.selfie(VICTIM);
    expect(await attacker.verdict()).toEqual(["review", "document: fraud_suspicious"]);
  });

  it("ends in a review for a suspicious front beside a dark back, whatever follows", async () => {
    const attacker = await Attacker.of(edge);
    edge.answers.images = {
      front: { ...front(), editingSoftware: ["Paint"] },
      back: back({ quality: DARK }),
    };
    await attacker.show(FORGED, 3);
    edge.answers.images = { front: front(), back: back() };
    await attacker.show(GENUINE, 4);
    await attacker.selfie(VICTIM);
    expect((await attacker.ends()).decision).toBe("review");
  });
});

describe("with an image that shows no document", () => {
  const nothing = reading({
    mrz: null,
    lines: [],
    portrait: null,
    quality: { ...reading().quality, documentLongSide: 0 },
  });

  it("judges a blank sheet inconclusive, never clean", async () => {
    const attacker = await Attacker.of(edge);
    edge.answers.forensics = forensics({ reading: nothing });
    const { body } = await attacker.detect(FORGED);
    expect(body).toMatchObject({ decision: "inconclusive" });
    await attacker.scan(FORGED);
    await attacker.selfie();
    expect(await attacker.ends()).toMatchObject({ decision: null, next_action: { type: "fraud_detect" } });
  });

  it("sends a passport without a portrait to review, whatever type the fraud check is given", async () => {
    const covered = reading({ portrait: null });
    edge.answers.reading = covered;
    edge.answers.forensics = forensics({ reading: covered });
    for (const document_type of ["auto", "other", "voter_id"]) {
      const attacker = await Attacker.of(edge, { steps: ["document"] });
      await attacker.scan(FORGED);
      await attacker.detect(FORGED, { document_type });
      expect((await attacker.ends()).decision, document_type).toBe("review");
    }
  });

  it("asks again for a passport whose MRZ is covered and that is declared as another type", async () => {
    const covered = reading({ mrz: null, lines: reading().lines.slice(0, 6) });
    edge.answers.reading = covered;
    edge.answers.forensics = forensics({ reading: covered });
    for (const document_type of ["driving_license", "cid", "other", "auto"]) {
      const attacker = await Attacker.of(edge);
      await attacker.scan(FORGED, { document_type });
      await attacker.detect(FORGED, { document_type: "other" });
      await attacker.selfie();
      expect((await attacker.step("document")).status, document_type).toBe("retry_required");
      expect((await attacker.ends()).decision, document_type).toBeNull();
    }
  });
});

describe("M1: with a licence that was drawn from nothing", () => {
  const lines = [
    "DRIVING LICENCE",
    "Surname: Eriksson",
    "Given names: Anna Maria",
    "Document number: 85SH6C9H9",
    "Date of birth: 12 AUG 1974",
    "Date of expiry: 21 JUL 2032",
  ].map((text, i) => line(text, 40 + 40 * i));
  const licence = () => shows(ME, { mrz: null, lines });
  const reviewed = ["review", "document: authenticity_not_checked"];
  beforeEach(() => {
    edge.answers.reading = licence();
    edge.answers.forensics = forensics({ reading: licence() });
    edge.answers.images = {};
  });

  it("sends it to a person under the default policy, whatever its declared type, in separate calls or one", async () => {
    for (const document_type of ["auto", "driving_license", "cid", "other"]) {
      const attacker = await Attacker.of(edge);
      await attacker.scan(FORGED);
      const { body } = await attacker.detect(FORGED, { document_type });
      expect(body, document_type).toMatchObject({ decision: "inconclusive", quality_gate: { passed: true } });
      expect(body).not.toHaveProperty("authenticity_missing");
      await attacker.selfie(ME);
      expect(await attacker.verdict(), document_type).toEqual(reviewed);
    }
    const attacker = await Attacker.of(edge);
    await attacker.show(FORGED);
    await attacker.selfie(ME);
    expect(await attacker.verdict()).toEqual(reviewed);
    expect(await attacker.step("document")).toMatchObject({ attempts: 1, status: "review" });
  });

  it("sends it to a person with a drawn back that carries nothing either", async () => {
    const side = { ...forensics(), reading: licence() };
    edge.answers.images = { front: side, back: side };
    const attacker = await Attacker.of(edge);
    await attacker.show(FORGED, GENUINE);
    await attacker.selfie(ME);
    expect(await attacker.verdict()).toEqual(reviewed);
  });

  it("takes a passport in its place, which has an MRZ to check", async () => {
    const attacker = await Attacker.of(edge);
    await attacker.show(FORGED);
    edge.answers.reading = shows(ME);
    edge.answers.forensics = forensics();
    await attacker.show(GENUINE);
    await attacker.selfie(ME);
    expect((await attacker.ends()).decision).toBe("approved");
  });
});

describe("with an image beside a genuine passport's page", () => {
  /** A forgery that prints the values of the genuine page. */
  const card = shows(ME, {
    mrz: null,
    lines: [line("MEMBERSHIP", 40), line("Number: L898902C3", 180), line("Surname: Eriksson", 220)],
  });

  /** An attacker who has sent the page as this side and the card as the other. */
  async function showing(page: PortraitReading, cardAs: string) {
    const attacker = await Attacker.of(edge);
    const [genuine, forged] = [page, card].map((each) => ({ ...forensics(), reading: each }));
    edge.answers.images =
      cardAs === "front" ? { front: forged!, back: genuine! } : { front: genuine!, back: forged! };
    await attacker.show(GENUINE, FORGED);
    await attacker.selfie(ME);
    return attacker;
  }

  it.each(["front", "back"])("declines when the image shows one's own face, as the %s", async (side) => {
    const attacker = await showing(shows(VICTIM), side);
    expect(await attacker.verdict()).toEqual([
      "declined",
      "document: sides_contradict",
      "face_match: no_match",
    ]);
  });

  it.each(["front", "back"])("finds no portrait when the page's is covered, as the %s", async (side) => {
    const attacker = await showing(reading({ portrait: null }), side);
    const retried = { status: "retry_required", reason: "portrait_not_found" };
    expect(await attacker.step("document")).toMatchObject(retried);
    expect((await attacker.ends()).decision).toBeNull();
  });
});

it("a key of an answer that was clean, with another image: rejected", async () => {
  const attacker = await Attacker.of(edge);
  const send = (seed: number) => {
    const form = new FormData();
    form.set("image", new Blob([new Uint8Array([0xff, 0xd8, 0xff, seed])]), "a.jpg");
    return edge.call("POST", "/v1/fraud/detect", attacker.token, form, { "idempotency-key": "look" });
  };
  expect((await send(GENUINE)).body.decision).toBe("clean");
  expect((await send(FORGED)).status).toBe(409);
  await attacker.scan(FORGED);
  expect(await attacker.step("document")).toMatchObject({ reason: "document_changed" });
});
