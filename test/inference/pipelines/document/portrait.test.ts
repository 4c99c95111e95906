import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeImage } from "#inference/imaging/decode.ts";
import { type DocumentPipeline, openDocumentPipeline } from "#inference/pipelines/document/document.ts";
import { captureDocument } from "#lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "#lab/material/documents/specimen.ts";
import { type DocumentTemplate, LICENCES, TEMPLATES } from "#lab/material/documents/templates.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { fillFrame, layOn } from "#lab/material/uploads/beside.ts";
import { useBundledFace } from "#test/harness/inference/bundled-face.ts";

const opened = useBundledFace();
let pipeline: DocumentPipeline;

beforeAll(async () => {
  pipeline = await openDocumentPipeline(opened.bundle, opened.face);
});

const [CARD] = TEMPLATES as readonly [DocumentTemplate, ...DocumentTemplate[]];
const [LICENCE] = LICENCES as readonly [DocumentTemplate, ...DocumentTemplate[]];

const issue = (template: DocumentTemplate) =>
  renderSpecimen({
    format: template.format,
    template,
    holder: inventHolder(42, template),
    portrait: SAMPLE_FACES[0]!,
    seed: 42,
    scale: 16,
  });

const photograph = async (flat: Buffer) => (await captureDocument(flat, { seed: 3, longSide: 2000 })).content;
const read = async (content: Buffer) => pipeline.read(await decodeImage(content), { portrait: "full" });

describe("a licence, which has no MRZ", () => {
  it("lies within its outline, also on a sheet, and a photo beside it is another person's", async () => {
    const { content } = await layOn(await issue(LICENCE), { ground: "#d8d4c8", print: SAMPLE_FACES[1]! });
    const { card, portrait, otherFaces } = await read(await photograph(content));
    expect(card).toBeDefined();
    expect(portrait!.box.x + portrait!.box.width).toBeLessThan(otherFaces[0]!.box.x);
    expect(otherFaces[0]!.comparison!.score).toBeLessThan(0.82);
  });

  it("has no portrait if nothing shows where it ends", async () => {
    const { content } = await issue(LICENCE);
    const { data, info } = await sharp(content).resize(900).raw().toBuffer({ resolveWithObject: true });
    const pale = await sharp(data, { raw: info })
      .extend({ top: 250, bottom: 250, left: 60, right: 700, extendWith: "copy" })
      .blur(0.6)
      .jpeg({ quality: 88 })
      .toBuffer();
    const reading = await read(pale);
    expect(reading).not.toHaveProperty("card");
    expect(reading).not.toHaveProperty("portrait");
    expect(reading.otherFaces).toMatchObject([{ box: expect.anything() }]);
  });

  it("is bounded by the frame of an image that is cropped to it", async () => {
    const reading = await read(await fillFrame((await issue(LICENCE)).content, 1400));
    expect(reading.card!.corners.map(({ x }) => Math.round(x))).toEqual([0, 1400, 1400, 0]);
    expect(reading.portrait).toBeDefined();
  });
});

it("is the face on the card, and not the larger one beside it, whether it is analysed or not (C1)", async () => {
  const { content } = await layOn(await issue(CARD), { ground: "#ffffff", print: SAMPLE_FACES[1]! });
  const upload = await decodeImage(await photograph(content));
  const full = await pipeline.read(upload, { portrait: "full" });
  const { portrait } = await pipeline.read(upload, { portrait: "place" });
  expect(portrait).toEqual({ box: full.portrait!.box });
  expect(full.otherFaces[0]!.box.width).toBeGreaterThan(1.5 * full.portrait!.box.width);
});
