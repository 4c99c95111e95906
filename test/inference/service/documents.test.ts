import { type DescMessage, equals, type MessageShape } from "@bufbuild/protobuf";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { captureDocument } from "#lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "#lab/material/documents/specimen.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import {
  DocumentReadingSchema,
  type ExaminationSchema,
  ExamineDocumentResponseSchema,
} from "#proto/gen/selfsame/inference/v1/document_service_pb.js";
import { type InferenceProcess, startInference } from "../../harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../harness/inference/serving.ts";

let service: InferenceProcess;
/**
 * Documents as they come: with an outline and a forged zone's worth of print, turned, and a scan without an
 * outline.
 */
const pictures: Record<string, Buffer> = {};

beforeAll(async () => {
  const holder = inventHolder(5);
  const { content: card } = await renderSpecimen({ format: "TD1", holder, portrait: SAMPLE_FACES[1]! });
  const { content: photo } = await captureDocument(card, { seed: 5, rotation: 6, coverage: 0.7 });
  pictures.photo = photo;
  pictures.turned = await sharp(photo).rotate(90).jpeg({ quality: 90 }).toBuffer();
  pictures.scan = await sharp(card).resize(1400).rotate(180).jpeg({ quality: 92 }).toBuffer();
  service = await startInference({ REQUEST_TIMEOUT: "120", RUN_LIMIT: "120", ENGINES: "2" });
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const documents = () => clientsOver(TRANSPORTS["native gRPC"](service)).document;

function expectEqual<Desc extends DescMessage>(schema: Desc, a: MessageShape<Desc>, b: MessageShape<Desc>) {
  // Bit by bit; where that fails, the difference is told.
  if (!equals(schema, a, b)) expect(a).toEqual(b);
  expect(equals(schema, a, b)).toBe(true);
}

type Examination = MessageShape<typeof ExaminationSchema>;

const names = ["photo", "turned", "scan"] as const;

describe.each(names)("a document (%s)", (name) => {
  const image = () => ({ content: pictures[name]! });
  let examined: Examination;

  beforeAll(async () => {
    const { examinations } = await documents().examineDocument({ pictures: [image()] });
    examined = examinations[0]!;
  });

  it("is read: zone, outline where there is one, portrait in full", () => {
    const { mrz, outline, portrait } = examined.reading!;
    expect(mrz?.checks.every(({ valid }) => valid)).toBe(true);
    expect(outline !== undefined).toBe(name !== "scan");
    expect([portrait?.jpeg.length !== 0, portrait?.face !== undefined]).toEqual([true, true]);
  });

  it("is answered as by the two calls that ask for one half each", async () => {
    const { reading } = await documents().readDocument({ image: image() });
    expectEqual(DocumentReadingSchema, reading!, examined.reading!);
    const forensics = await documents().assessForensics({ image: image() });
    expect(forensics.signals).toEqual(examined.signals);
    expect(forensics.metadata).toEqual(examined.metadata);
    expect(forensics.reading!.lines).toEqual(examined.reading!.lines);
    expect(forensics.reading!.portrait?.box).toEqual(examined.reading!.portrait?.box);
  });
});

it("answers both sides in their order, side by side, as each alone", async () => {
  const [front, back] = [{ content: pictures.photo! }, { content: pictures.scan! }];
  const one = async (content: Buffer) =>
    (await documents().examineDocument({ pictures: [{ content }] })).examinations[0]!;
  const both = await documents().examineDocument({ pictures: [front, back] });
  const each = [await one(front.content), await one(back.content)];
  expectEqual(ExamineDocumentResponseSchema, both, { ...both, examinations: each });
});
