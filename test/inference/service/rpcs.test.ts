import { readFileSync } from "node:fs";
import type { MessageShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInferenceClient } from "#edge/inference/client.ts";
import { captureDocument } from "#lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen, type Specimen } from "#lab/material/documents/specimen.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { ImageRefusal_Reason, ImageRefusalSchema } from "#proto/gen/selfsame/inference/v1/common_pb.js";
import {
  type ExaminationSchema,
  MachineReadableZone_Format,
} from "#proto/gen/selfsame/inference/v1/document_service_pb.js";
import { CALLER } from "../../harness/edge/inference-results.ts";
import { type InferenceProcess, startInference } from "../../harness/inference/process.ts";
import { clientsOver, TOKEN, TRANSPORTS } from "../../harness/inference/serving.ts";

let service: InferenceProcess;
let specimen: Specimen;
/** Documents as they come: with an outline, turned, and a scan without an outline. */
const images: Record<string, Buffer> = {};
const portrait = SAMPLE_FACES[0]!;
const photo = readFileSync(portrait.photo);

beforeAll(async () => {
  specimen = await renderSpecimen({ format: "TD1", holder: inventHolder(3), portrait });
  const { content } = await captureDocument(specimen.content, { seed: 5, rotation: 6, coverage: 0.7 });
  images.photo = content;
  images.turned = await sharp(content).rotate(90).jpeg({ quality: 90 }).toBuffer();
  images.scan = await sharp(specimen.content).resize(1400).rotate(180).jpeg({ quality: 92 }).toBuffer();
  service = await startInference({ WORKERS: "2", REQUEST_TIMEOUT: "120", RUN_LIMIT: "120" });
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#888" } });

describe.each(Object.entries(TRANSPORTS))("over %s", (_name, transport) => {
  const clients = () => clientsOver(transport(service));

  it("finds the faces of a photo and analyses the largest", async () => {
    const { analysis } = await clients().face.analyzeFace({ image: { content: photo } });
    const { width, height } = await sharp(photo).metadata();
    expect(analysis).toMatchObject({ imageWidth: width, imageHeight: height });
    expect(analysis?.faces.length).toBeGreaterThanOrEqual(3);
    const { landmarks, template, quality } = analysis!.principal!;
    expect(landmarks).toHaveLength(468);
    expect(Math.hypot(...template!.vector)).toBeCloseTo(1, 4);
    expect(quality?.score).toBeGreaterThan(0);
  });

  it("assesses each frame of a capture, without a PAD score if the model bundle has no PAD model", async () => {
    const blank = await plain(320, 320).png().toBuffer();
    const frames = [photo, blank].map((content) => ({ content }));
    const { frames: assessed } = await clients().face.assessPresentationAttack({ frames });
    expect(assessed.map(({ analysis }) => analysis?.principal !== undefined)).toEqual([true, false]);
    const { models } = await clients().model.getModelBundle({});
    const hasPad = models.some(({ task }) => task === "pad_a");
    expect(assessed.map(({ pad }) => pad !== undefined)).toEqual([hasPad, false]);
  });

  it("returns the model bundle in service", async () => {
    const bundle = await clients().model.getModelBundle({});
    expect(bundle.executionProvider).toBe("cpu");
    expect(bundle.templateVersion).not.toBe("");
    for (const { sha256 } of bundle.models) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(bundle.operatingPoints.map(({ level }) => level)).toContain("fmr_1e-3");
    const scores = bundle.operatingPoints.map(({ comparisonScore }) => comparisonScore);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
  });

  it("rejects an unusable image, with the reason and its name", async () => {
    const cases: [Uint8Array, ImageRefusal_Reason][] = [
      [new Uint8Array(), ImageRefusal_Reason.EMPTY],
      [new TextEncoder().encode("GIF89a"), ImageRefusal_Reason.UNSUPPORTED_TYPE],
      [photo.subarray(0, 1_000), ImageRefusal_Reason.UNREADABLE],
      [await plain(300, 199).png().toBuffer(), ImageRefusal_Reason.TOO_SMALL],
      [await plain(10_001, 200).png().toBuffer(), ImageRefusal_Reason.TOO_LARGE],
    ];
    const good = await plain(200, 200).png().toBuffer();
    for (const [content, reason] of cases) {
      const frames = [{ content: good }, { content }];
      const error = await clients().face.assessPresentationAttack({ frames }).catch(ConnectError.from);
      expect(error).toMatchObject({ code: Code.InvalidArgument });
      expect((error as ConnectError).findDetails(ImageRefusalSchema)).toMatchObject([
        { reason, imageIndex: 1 },
      ]);
    }
  });
});

it("answers the edge's client, which checks every number, and names the form field of a rejected image", async () => {
  const edge = createInferenceClient({
    baseUrl: service.addresses.grpcWeb,
    token: TOKEN,
    deadlineMs: 60_000,
    clock: Date.now,
  });
  const param = "image_a";
  const { principal } = await edge.analyzeFace({ param, content: photo }, CALLER);
  expect(principal?.template.version).toBe((await edge.bundle()).templateVersion);
  const { reading, perceptualHash } = await edge.assessForensics({ param, content: images.photo! }, CALLER);
  expect(reading.mrz).toMatchObject({ format: "TD1", lines: specimen.mrz });
  expect(perceptualHash).toHaveLength(128);
  const refused = edge.analyzeFace({ param, content: photo.subarray(0, 1_000) }, CALLER);
  await expect(refused).rejects.toMatchObject({ code: "image_unreadable", param });
});

it("answers the same on both transports and on every worker", async () => {
  const calls = Object.values(TRANSPORTS).flatMap((transport) => {
    const { face } = clientsOver(transport(service));
    return [1, 2].map(() => face.analyzeFace({ image: { content: photo } }));
  });
  const [first, ...others] = await Promise.all(calls);
  for (const other of others) expect(other).toEqual(first);
});

it("answers every call when a worker is killed at work, and replaces the worker", async () => {
  const { face } = clientsOver(TRANSPORTS["native gRPC"](service));
  const calls = Array.from({ length: 6 }, () => face.analyzeFace({ image: { content: photo } }));
  await calls[0];
  const [killed] = service.workers();
  process.kill(killed!, "SIGKILL");
  await expect(Promise.all(calls)).resolves.toHaveLength(6);
  await expect.poll(() => service.workers().length, { timeout: 20_000 }).toBe(2);
  expect(service.workers()).not.toContain(killed);
});

const document = () => clientsOver(TRANSPORTS["native gRPC"](service)).document;

type Examination = MessageShape<typeof ExaminationSchema>;

const names = ["photo", "turned", "scan"] as const;

describe.each(names)("a document (%s)", (name) => {
  const image = () => ({ content: images[name]! });
  let examined: Examination;

  beforeAll(async () => {
    const { examinations } = await document().examineDocument({ images: [image()] });
    examined = examinations[0]!;
  });

  it("is read: MRZ, outline if there is one, portrait in full", () => {
    const { mrz, outline, portrait } = examined.reading!;
    expect(mrz).toMatchObject({ format: MachineReadableZone_Format.TD1, lines: specimen.mrz });
    expect(mrz!.checks.every(({ valid }) => valid)).toBe(true);
    expect(outline !== undefined).toBe(name !== "scan");
    expect([portrait?.jpeg.length !== 0, portrait?.face !== undefined]).toEqual([true, true]);
  });

  it("is answered as by the two calls that ask for one half each", async () => {
    const { reading } = await document().readDocument({ image: image() });
    expect(reading).toEqual(examined.reading);
    const forensics = await document().assessForensics({ image: image() });
    expect(forensics.signals).toEqual(examined.signals);
    expect(forensics.metadata).toEqual(examined.metadata);
    expect(forensics.reading!.lines).toEqual(examined.reading!.lines);
    const { portrait } = forensics.reading!;
    expect(portrait?.box).toEqual(examined.reading!.portrait?.box);
    expect([portrait?.face, portrait?.jpeg.length]).toEqual([undefined, 0]);
  });
});

it("answers both sides in their order, side by side, as each alone", async () => {
  const [front, back] = [{ content: images.photo! }, { content: images.scan! }];
  const one = async (content: Buffer) =>
    (await document().examineDocument({ images: [{ content }] })).examinations[0]!;
  const both = await document().examineDocument({ images: [front, back] });
  const each = [await one(front.content), await one(back.content)];
  expect(both.examinations).toEqual(each);
});
