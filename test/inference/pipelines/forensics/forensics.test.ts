import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { decodeImage } from "#inference/imaging/decode.ts";
import { openForensicsPipeline } from "#inference/pipelines/forensics.ts";
import type { DocumentReading, ForensicSignal } from "#inference/pipelines/types.ts";
import { captureDocument } from "#lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "#lab/material/documents/specimen.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { retype } from "#lab/material/uploads/forgery.ts";
import { forensicModels } from "../../forensics/models.ts";

const WORDS = { x: 500, y: 420, width: 220, height: 40 };

const models = await forensicModels();
let photo: Buffer;
let forged: Buffer;

beforeAll(async () => {
  const holder = inventHolder(7);
  const specimen = await renderSpecimen({ format: "TD1", holder, portrait: SAMPLE_FACES[1]! });
  ({ content: photo } = await captureDocument(specimen.content, { seed: 7, longSide: 1200, quality: 85 }));
  forged = await retype(photo, "HARRISON", WORDS, { format: "jpeg", quality: 95 });
});

/** The part of the image's reading that forensics uses. */
function reading(changes: Partial<DocumentReading> = {}): DocumentReading {
  const quality = {
    laplacianVariance: 400,
    meanLuma: 180,
    saturatedShare: 0,
    documentLongSide: 900,
    unreadLines: 0,
  };
  const reader = { name: "text-model", version: "1" };
  const read = { quality, lines: [], unknownMrz: false, otherFaces: [], barcodes: [], models: [], reader };
  return { imageWidth: 1200, imageHeight: 900, ...read, ...changes };
}

const assess = async (content: Buffer, changes?: Partial<DocumentReading>) =>
  openForensicsPipeline(models).assess(content, await decodeImage(content), reading(changes));

const named = (signals: readonly ForensicSignal[], name: string) =>
  signals.find((each) => each.name === name);

it("names the tampering, its place in the upload and the measure's version", async () => {
  const { signals } = await assess(forged);
  const tampering = named(signals, "digital_tampering");
  expect(tampering).toMatchObject({
    name: "digital_tampering",
    model: { name: "compression-history", version: "6" },
  });
  expect(tampering!.score).toBeGreaterThanOrEqual(0.5);
  const centre = tampering!.region!.x + tampering!.region!.width / 2;
  expect(Math.abs(centre - WORDS.x - WORDS.width / 2)).toBeLessThan(60);
});

it("looks at the document only", async () => {
  const corner = (x: number, y: number) => ({ x, y, z: 0 });
  const corners = [corner(100, 500), corner(1100, 500), corner(1100, 850), corner(100, 850)];
  const { signals } = await assess(forged, { outline: { corners } });
  expect(named(signals, "digital_tampering")?.score ?? 0).toBeLessThan(0.5);
});

it("leaves a signal out that the image cannot show", async () => {
  const { signals } = await assess(await sharp(photo).jpeg({ quality: 60 }).toBuffer());
  expect(named(signals, "digital_tampering")).toBeUndefined();
  expect(named(signals, "screenshot")).toBeUndefined();
});

it("returns one signal for each name, with a region only if there is one", async () => {
  const { signals } = await assess(forged, {
    lines: [{ text: "HARRISON", confidence: 1, certainty: 1, box: WORDS, place: WORDS }],
  });
  expect(new Set(signals.map(({ name }) => name)).size).toBe(signals.length);
  expect(named(signals, "photocopy")).not.toHaveProperty("region");
});

it("answers the metadata's indicators and the image's hash", async () => {
  const edited = await sharp(photo)
    .withExif({ IFD0: { Software: "GIMP 2.10.36" } })
    .jpeg()
    .toBuffer();
  const { metadata } = await assess(edited);
  expect(metadata.editingSoftware).toEqual(["GIMP"]);
  expect(metadata.perceptualHash).toHaveLength(128);
});
