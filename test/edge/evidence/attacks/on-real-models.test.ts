import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Examination, Template } from "#edge/inference/port.ts";
import { comparisonScore } from "#edge/verdicts/match/comparison.ts";
import { type OpenBundle, openBundle } from "#inference/bundle/open.ts";
import { openFacePipeline } from "#inference/pipelines/face/face.ts";
import { CPU } from "#inference/runtime/session.ts";
import { captureDocument } from "#lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen, type SpecimenOptions } from "#lab/material/documents/specimen.ts";
import { type DocumentTemplate, TEMPLATES, TWO_SIDED } from "#lab/material/documents/templates.ts";
import { portrait } from "#lab/material/faces/portrait.ts";
import { SAME_PERSON, SAMPLE_FACES, type SampleFace } from "#lab/material/faces/sample-faces.ts";
import { fillFrame, layOn } from "#lab/material/uploads/beside.ts";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { frame } from "#test/harness/edge/inference-results.ts";
import { openUploadReader, type UploadReader } from "#test/harness/inference/upload-reader.ts";

/**
 * Attempts to use another person's document with one's own selfie, in live mode, on the
 * real models. The attacker's own face always passes as live.
 */

const VICTIM = SAMPLE_FACES[0]!;
const ATTACKER = SAMPLE_FACES[1]!;

let folder: string;
let bundle: OpenBundle;
let reader: UploadReader;
let edge: CheckEdge;
const templates = new Map<SampleFace, Template>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-attacks-"));
  bundle = await openBundle(folder, CPU);
  reader = await openUploadReader(bundle);
  edge = await openCheckEdge();
  const { templateVersion, operatingPoints } = bundle;
  edge.answers.bundle = { ...edge.answers.bundle, templateVersion, operatingPoints };
  const faces = await openFacePipeline(bundle);
  for (const face of [VICTIM, ATTACKER, ...SAME_PERSON]) {
    const { principal } = await faces.analyze(await portrait(face), { landmarks: false });
    const { vector, perceptualHash } = principal!.template;
    const hashes = [Uint8Array.from(perceptualHash)];
    templates.set(face, { vector: Float32Array.from(vector), version: templateVersion, hashes });
  }
});

afterAll(async () => {
  await edge?.close();
  await bundle?.release();
  await rm(folder, { recursive: true, force: true });
});

/** Live mode takes no document of Utopia. */
const issued = (template: DocumentTemplate, code: string): DocumentTemplate => ({
  ...template,
  mrz: { code, issuer: "AUS" },
});
const CARD = issued(TEMPLATES[0]!, "I");
const PERMIT = issued(TWO_SIDED[0]!, "IR");

const issue = (holder: SampleFace, template: DocumentTemplate, options: Partial<SpecimenOptions> = {}) =>
  renderSpecimen({
    format: template.format,
    template,
    holder: inventHolder(42, template),
    portrait: holder,
    seed: 42,
    scale: 16,
    unmarked: true,
    ...options,
  });

const photograph = async (flat: Buffer, options = {}) =>
  (await captureDocument(flat, { seed: 3, longSide: 2000, ...options })).content;

const examine = async (content: Buffer): Promise<Examination> => ({
  ...(await reader.assess(content)),
  reading: await reader.read(content),
});

/** A live verification by a person with these images and their own face. */
async function verify(face: SampleFace, front: Buffer, back?: Buffer) {
  const seen = { front: await examine(front), ...(back && { back: await examine(back) }) };
  edge.answers.images = seen;
  edge.answers.frames = [frame({ template: templates.get(face)! }, 0.9)];
  // Each at a tenant of its own: one photo of a face that comes again is a replay.
  const { live } = (await edge.newTenant()).keys;
  const opened = await edge.call("POST", "/v1/verifications", live, {
    customer_ref: `customer-${front.length}`,
  });
  const token: string = opened.body.session_token.token;
  const path = `/v1/verifications/${opened.body.verification.id}`;
  const sides = { front: image(1), ...(back && { back: image(2) }) };
  const { body } = await edge.upload(`${path}/document`, live, sides);
  await edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(9) });
  const ended = (await edge.call("GET", path, live)).body;
  return { ended, body, readings: Object.values(seen).map(({ reading }) => reading) };
}

type Verified = Awaited<ReturnType<typeof verify>>;

function expectNotApproved({ ended }: Verified) {
  expect(ended.decision).not.toBe("approved");
}

/** The portrait, if there is one, is the victim's and not the attacker's. */
function expectNoOutsider({ readings }: Verified) {
  for (const { portrait: found } of readings) {
    if (found === null) continue;
    const like = (face: SampleFace) => comparisonScore(found.face.template, templates.get(face)!);
    expect(like(VICTIM)).toBeGreaterThan(like(ATTACKER) + 0.05);
  }
}

const checkOf = ({ body }: Verified) =>
  body.fraud.deterministic_checks.find(({ name }: { name: string }) => name === "single_holder");

describe("C1: a stranger's untouched card with one's own photo beside it", () => {
  it.each<[string, Parameters<typeof layOn>[1], boolean]>([
    // The detected outline is the sheet's: only the MRZ's rows show where the card ends.
    ["a white sheet", { ground: "#ffffff" }, true],
    ["a sheet of the card's own colour", { room: 0.3 }, true],
    ["a sheet of the card's own colour, the photo above", { at: "above", size: 1, room: 0.3 }, true],
    ["a board, the photo at the left", { ground: "#6b5640", at: "left", room: 0.3 }, true],
    // The outline that is found is the card's.
    ["a ground of the card's own colour", {}, false],
    ["a table, the photo at the left", { ground: "#6b5640", at: "left" }, false],
  ])("is declined on %s", async (_, laid, isPhotographed) => {
    const { content } = await layOn(await issue(VICTIM, CARD), { ...laid, print: ATTACKER });
    const front = await (isPhotographed ? photograph(content) : fillFrame(content, 2000));
    const verified = await verify(ATTACKER, front);
    expect(verified.ended.decision).toBe("declined");
    expectNoOutsider(verified);
    expect(verified.readings[0]!.portrait).not.toBeNull();
    expect(checkOf(verified)).toMatchObject({ status: "fail" });
  });
});

describe("H1: a front that somebody made, with a stranger's genuine card as its back", () => {
  it("is not approved: the side with the MRZ bears the portrait, and two people contradict", async () => {
    const made = await issue(ATTACKER, CARD, { alterMrz: (lines) => lines.map(() => "") });
    const genuine = await issue(VICTIM, CARD);
    const verified = await verify(
      ATTACKER,
      await photograph(made.content, { seed: 5 }),
      await photograph(genuine.content),
    );
    expectNotApproved(verified);
    expect(verified.ended.decision_reasons.map(({ code }: { code: string }) => code)).toContain("no_match");
  });
});

describe("an honest holder is approved", () => {
  const [ON_CARD, LIVE] = SAME_PERSON;

  it.each<[string, () => Promise<Buffer>]>([
    ["the card alone", async () => photograph((await issue(ON_CARD, CARD)).content)],
    [
      "the card at an angle",
      async () => photograph((await issue(ON_CARD, CARD)).content, { rotation: 18, perspective: 0.03 }),
    ],
    [
      "the card on a sheet",
      async () =>
        photograph((await layOn(await issue(ON_CARD, CARD), { ground: "#fff", room: 0.3 })).content),
    ],
    [
      "the card on a ground of its own colour",
      async () => fillFrame((await layOn(await issue(ON_CARD, CARD))).content),
    ],
    ["an image cropped to the card", async () => fillFrame((await issue(ON_CARD, CARD)).content)],
    [
      "the card beside the holder's own face",
      async () =>
        photograph(
          (await layOn(await issue(ON_CARD, CARD), { ground: "#6b5640", print: LIVE, size: 1.1 })).content,
          { coverage: 0.95 },
        ),
    ],
  ])("with %s", async (_, take) => {
    const verified = await verify(LIVE, await take());
    expect(verified.ended).toMatchObject({ decision: "approved", decision_reasons: [] });
  });

  it("with front and back of a card of two sides", async () => {
    const sides = await Promise.all([issue(ON_CARD, PERMIT), issue(ON_CARD, PERMIT, { side: "back" })]);
    const [front, back] = await Promise.all(
      sides.map(({ content }, i) => photograph(content, { seed: 7 + i })),
    );
    const verified = await verify(LIVE, front!, back!);
    expect(verified.ended).toMatchObject({ decision: "approved", decision_reasons: [] });
  });
});
