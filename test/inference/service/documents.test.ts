import { type DescMessage, equals, type MessageShape } from "@bufbuild/protobuf";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { captureDocument } from "../../../lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "../../../lab/material/documents/specimen.ts";
import { SAMPLE_FACES } from "../../../lab/material/faces/sample-faces.ts";
import {
  AssessForensicsResponseSchema,
  DocumentReadingSchema,
  type ExaminationSchema,
  ExamineDocumentResponseSchema,
} from "../../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { type InferenceProcess, startInference } from "../../harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../harness/inference/serving.ts";

/** One engine does all by itself; of two, the second one helps the first. */
let alone: InferenceProcess;
let pair: InferenceProcess;
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
  const bounds = { REQUEST_TIMEOUT: "120", RUN_LIMIT: "120" };
  alone = await startInference({ ...bounds, ENGINES: "1" });
  pair = await startInference({ ...bounds, ENGINES: "2" });
});

afterAll(async () => {
  expect([await alone.stop(), await pair.stop()]).toEqual([0, 0]);
});

const documents = (service: InferenceProcess) => clientsOver(TRANSPORTS["native gRPC"](service)).document;
const of = (tenant: string) => ({ headers: { "x-selfsame-tenant": tenant } });

function expectEqual<Desc extends DescMessage>(schema: Desc, a: MessageShape<Desc>, b: MessageShape<Desc>) {
  // Bit by bit; where that fails, the difference is told.
  if (!equals(schema, a, b)) expect(a).toEqual(b);
  expect(equals(schema, a, b)).toBe(true);
}

async function metric(service: InferenceProcess, name: string): Promise<number> {
  const text = await (await fetch(`${service.addresses.metrics}/metrics`)).text();
  const line = text.split("\n").find((each) => each.startsWith(`selfsame_inference_${name} `));
  return Number(line?.split(" ").at(-1));
}

const found = (service: InferenceProcess) => metric(service, 'reading_lookups_total{outcome="hit"}');

type Examination = MessageShape<typeof ExaminationSchema>;

const names = ["photo", "turned", "scan"] as const;

describe.each(names)("a document (%s)", (name) => {
  const image = () => ({ content: pictures[name]! });
  let examined: Examination;

  beforeAll(async () => {
    const { examinations } = await documents(alone).examineDocument({ pictures: [image()] });
    examined = examinations[0]!;
  });

  it("is read: zone, outline where there is one, portrait in full", () => {
    const { mrz, outline, portrait } = examined.reading!;
    expect(mrz?.checks.every(({ valid }) => valid)).toBe(true);
    expect(outline !== undefined).toBe(name !== "scan");
    expect([portrait?.jpeg.length !== 0, portrait?.face !== undefined]).toEqual([true, true]);
  });

  it("is answered the same by one engine and by two, of which one helps the other", async () => {
    const before = await metric(pair, "helped");
    const { examinations } = await documents(pair).examineDocument({ pictures: [image()] });
    expect(await metric(pair, "helped")).toBeGreaterThan(before);
    const [other] = examinations;
    expectEqual(DocumentReadingSchema, other!.reading!, examined.reading!);
    expect(other!.signals).toEqual(examined.signals);
    expect(other!.metadata).toEqual(examined.metadata);
  });

  it("is answered as by the two calls that ask for one half each", async () => {
    const { reading } = await documents(alone).readDocument({ image: image() });
    expectEqual(DocumentReadingSchema, reading!, examined.reading!);
    const forensics = await documents(alone).assessForensics({ image: image() });
    expect(forensics.signals).toEqual(examined.signals);
    expect(forensics.metadata).toEqual(examined.metadata);
    expect(forensics.reading!.lines).toEqual(examined.reading!.lines);
    expect(forensics.reading!.portrait?.box).toEqual(examined.reading!.portrait?.box);
  });

  it.each([
    ["read, then assessed", ["readDocument", "assessForensics"]],
    ["assessed, then read", ["assessForensics", "readDocument"]],
    ["examined, then assessed and read", ["examineDocument", "assessForensics", "readDocument"]],
    ["assessed, then examined", ["assessForensics", "examineDocument"]],
  ] as const)("is %s on one reading, with the answers of a fresh one", async (order, calls) => {
    const fresh = await documents(pair).assessForensics({ image: image() });
    const known = await found(pair);
    for (const call of calls) {
      const service = documents(pair);
      const tenant = of(`${name} ${order}`);
      if (call === "readDocument") {
        const { reading } = await service.readDocument({ image: image() }, tenant);
        expectEqual(DocumentReadingSchema, reading!, examined.reading!);
      } else if (call === "assessForensics") {
        const forensics = await service.assessForensics({ image: image() }, tenant);
        expectEqual(AssessForensicsResponseSchema, forensics, fresh);
      } else {
        const { examinations } = await service.examineDocument({ pictures: [image()] }, tenant);
        expect(examinations).toEqual([examined]);
      }
    }
    expect((await found(pair)) - known).toBe(calls.length - 1);
  });
});

it("answers both sides in their order, side by side, as each alone", async () => {
  const [front, back] = [{ content: pictures.photo! }, { content: pictures.scan! }];
  const one = async (content: Buffer) =>
    (await documents(alone).examineDocument({ pictures: [{ content }] })).examinations[0]!;
  const both = await documents(pair).examineDocument({ pictures: [front, back] });
  const each = [await one(front.content), await one(back.content)];
  expectEqual(ExamineDocumentResponseSchema, both, { ...both, examinations: each });
});

it("remembers nothing for a caller that names no tenant, and nothing of another tenant's", async () => {
  const image = { content: pictures.photo! };
  const known = await found(alone);
  await documents(alone).readDocument({ image });
  await documents(alone).readDocument({ image });
  expect(await metric(alone, "readings")).toBe(0);
  await documents(alone).readDocument({ image }, of("a"));
  await documents(alone).readDocument({ image }, of("b"));
  await documents(alone).readDocument({ image });
  expect([await metric(alone, "readings"), (await found(alone)) - known]).toEqual([2, 0]);
  await documents(alone).readDocument({ image }, of("b"));
  expect((await found(alone)) - known).toBe(1);
});

it("remembers over either transport", async () => {
  const image = { content: pictures.photo! };
  const known = await found(alone);
  for (const transport of Object.values(TRANSPORTS)) {
    await clientsOver(transport(alone)).document.readDocument({ image }, of("transports"));
  }
  expect((await found(alone)) - known).toBe(1);
});
