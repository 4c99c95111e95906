import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { toDocumentReading, toForensics, toPortraitReading } from "#edge/inference/convert-document.ts";
import {
  AssessForensicsResponseSchema,
  DocumentReadingSchema,
  MachineReadableZone_Format,
} from "#proto/gen/selfsame/inference/v1/document_service_pb.js";

type Reading = MessageInitShape<typeof DocumentReadingSchema>;

const box = { x: 1, y: 2, width: 3, height: 4 };
const model = { name: "reader", version: "1" };
const quality = {
  laplacianVariance: 200,
  meanLuma: 128,
  saturatedShare: 0.01,
  documentLongSide: 900,
  unreadLines: 0,
};
const mrz = {
  format: MachineReadableZone_Format.MRV_A,
  lines: ["A", "B"],
  fields: [{ name: "sex", value: "F", confidence: 0.9 }],
  checks: [{ name: "composite", valid: true, confidence: 0.8 }],
  box,
  repairs: [{ line: 1, column: 4, read: "O", taken: "0", cost: 1.5 }],
};
const reading = {
  imageWidth: 10,
  imageHeight: 20,
  quality,
  models: [model],
  reader: model,
  mrz,
} as Reading;

it("converts a reading to the port's types, with null for absent values", () => {
  const place = { ...box, x: 7 };
  const lines = [{ text: "UTOPIA", confidence: 0.5, certainty: 0.25, box, place }];
  const read = toDocumentReading(create(DocumentReadingSchema, { ...reading, lines } as Reading));
  expect(read).toMatchObject({
    width: 10,
    height: 20,
    outline: null,
    portrait: null,
    models: [model],
    reader: model,
  });
  expect(read.lines).toEqual([
    { text: "UTOPIA", confidence: 0.5, certainty: 0.25, box: [1, 2, 3, 4], place: [7, 2, 3, 4] },
  ]);
  expect(read.mrz?.format).toBe("MRV-A");
  expect(read.mrz?.fields[0]).toMatchObject({ name: "sex", value: "F", box: null });
  expect(read.mrz?.repairs).toEqual([{ line: 1, column: 4, read: "O", taken: "0" }]);
  expect(toDocumentReading(create(DocumentReadingSchema, { quality, reader: model })).mrz).toBeNull();
});

it("reports an MRZ of unknown format only if no valid one was read", () => {
  const unknownMrz = (message: Reading) =>
    toDocumentReading(create(DocumentReadingSchema, message)).unknownMrz;
  expect(unknownMrz({ quality, reader: model, unknownMrz: true } as Reading)).toBe(true);
  expect(unknownMrz({ quality, reader: model } as Reading)).toBe(false);
  expect(unknownMrz({ ...reading, unknownMrz: true } as Reading)).toBe(false);
});

it("accepts 200 lines of 120 characters, and counts the rest as unread", () => {
  const many = (count: number, text: string) =>
    Array.from({ length: count }, () => ({ text, confidence: 1, box, place: box }));
  const read = (lines: ReturnType<typeof many>) =>
    toDocumentReading(create(DocumentReadingSchema, { ...reading, lines } as Reading));
  expect(read(many(200, "A".repeat(120))).quality.unreadLines).toBe(0);
  const more = read([...many(250, "A"), ...many(1, "B")]);
  expect([more.lines.length, more.quality.unreadLines]).toEqual([200, 51]);
  const longer = read(many(3, "𝒜".repeat(4_000)));
  expect([longer.lines[0]!.text, longer.quality.unreadLines]).toEqual(["𝒜".repeat(120), 3]);
});

it("takes a perceptual hash of 128 bytes, and no other", () => {
  const metadata = { editingSoftware: ["Editor 1.0"], perceptualHash: new Uint8Array(128).fill(7) };
  const forensics = toForensics(create(AssessForensicsResponseSchema, { metadata, reading }));
  expect(forensics).toMatchObject({
    editingSoftware: ["Editor 1.0"],
    perceptualHash: new Uint8Array(128).fill(7),
  });
  const cut = { ...metadata, perceptualHash: new Uint8Array(8) };
  const message = create(AssessForensicsResponseSchema, { metadata: cut, reading });
  expect(() => toForensics(message)).toThrow(expect.objectContaining({ name: "MalformedAnswerError" }));
});

it.each<[string, object]>([
  ["an absent quality", { quality: undefined }],
  ["a share over 1", { quality: { ...quality, saturatedShare: 2 } }],
  ["a measure that is not a number", { quality: { ...quality, meanLuma: Number.NaN } }],
  ["a line without its box", { lines: [{ text: "A", confidence: 1, place: box }] }],
  ["a line without its place", { lines: [{ text: "A", confidence: 1, box }] }],
  ["a confidence below 0", { lines: [{ text: "A", confidence: -1, box, place: box }] }],
  [
    "an outline of many corners",
    { outline: { corners: Array.from({ length: 5 }, () => ({ x: 1, y: 1, z: 0 })) } },
  ],
  ["an MRZ of many lines", { mrz: { ...mrz, lines: ["A", "B", "C", "D"] } }],
  ["an MRZ of long lines", { mrz: { ...mrz, lines: ["A".repeat(45), "B"] } }],
  ["an MRZ of many fields", { mrz: { ...mrz, fields: Array.from({ length: 17 }, () => mrz.fields[0]) } }],
  [
    "an MRZ's field of a long value",
    { mrz: { ...mrz, fields: [{ ...mrz.fields[0], value: "A".repeat(45) }] } },
  ],
  ["an MRZ of no format", { mrz: { ...mrz, format: MachineReadableZone_Format.UNSPECIFIED } }],
  ["an MRZ of a format from the future", { mrz: { ...mrz, format: 99 } }],
  [
    "a check without confidence",
    { mrz: { ...mrz, checks: [{ name: "composite", confidence: Number.NaN }] } },
  ],
  ["a portrait without its place", { portrait: {} }],
  ["an unnamed model", { models: [{ name: "", version: "1" }] }],
  ["no reader", { reader: undefined }],
  ["a certainty over 1", { lines: [{ text: "A", confidence: 1, certainty: 1.5, box, place: box }] }],
])("throws on %s", (_what, changed) => {
  const message = create(DocumentReadingSchema, { ...reading, ...changed } as Reading);
  expect(() => toDocumentReading(message)).toThrow(expect.objectContaining({ name: "MalformedAnswerError" }));
});

it.each<[string, object]>([
  ["no face", { box, jpeg: Uint8Array.of(1) }],
  ["no crop", { box, face: {} }],
])("throws on a portrait with %s", (_what, portrait) => {
  const message = create(DocumentReadingSchema, { ...reading, portrait } as Reading);
  expect(() => toPortraitReading(message)).toThrow(expect.objectContaining({ name: "MalformedAnswerError" }));
  expect(toDocumentReading(message).portrait).toEqual({ box: [1, 2, 3, 4] });
});

it.each<[string, object]>([
  ["a signal's score over 1", { signals: [{ name: "copy_move", score: 1.2, model }] }],
  ["a signal of no model", { signals: [{ name: "copy_move", score: 0.2 }] }],
  ["absent metadata", { metadata: undefined }],
  ["an absent reading", { reading: undefined }],
])("throws on %s in forensics", (_what, changed) => {
  const message = create(AssessForensicsResponseSchema, { metadata: {}, reading, ...changed });
  expect(() => toForensics(message)).toThrow(expect.objectContaining({ name: "MalformedAnswerError" }));
});
