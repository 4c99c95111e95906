import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { judgeDocument } from "#edge/verdicts/ocr/verdict.ts";
import { type OpenBundle, openBundle } from "#inference/bundle/open.ts";
import { CPU } from "#inference/runtime/session.ts";
import { captureDocument } from "#lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "#lab/material/documents/specimen.ts";
import { drawText } from "#lab/material/documents/text.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { openUploadReader, type UploadReader } from "#test/harness/inference/upload-reader.ts";

/** Images through the models to the verdict. */
let folder: string;
let bundle: OpenBundle;
let reader: UploadReader;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-no-document-"));
  bundle = await openBundle(folder, CPU);
  reader = await openUploadReader(bundle);
});
afterAll(async () => {
  await bundle?.release();
  await rm(folder, { recursive: true, force: true });
});

const SHIRT = { font: "bold", size: 60, fill: "#fff" } as const;

async function sheet(...lines: string[]): Promise<Buffer> {
  const text = lines.map((line, n) =>
    drawText(line, 120, 200 + 70 * n, { ...SHIRT, size: 44, fill: "#222" }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="990"><rect width="1400" height="990" fill="#f2f0ea"/>${text.join("")}</svg>`;
  const content = await sharp(Buffer.from(svg)).png().toBuffer();
  return (await captureDocument(content, { seed: 3, noise: 3 })).content;
}

async function selfie(...slogan: string[]): Promise<Buffer> {
  const { photo, face } = SAMPLE_FACES[0]!;
  const [left, top] = [face.x - face.width, face.y - 150];
  const area = { left, top, width: face.width * 3, height: Math.round(face.height * 2.6) };
  const person = await sharp(photo).extract(area).resize(1080).png().toBuffer();
  const { width, height } = await sharp(person).metadata();
  const text = slogan.map((line, n) => drawText(line, width * 0.25, height * 0.72 + n * 70, SHIRT));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${text.join("")}</svg>`;
  return sharp(person)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function card(capture: { readonly blur?: number } = {}): Promise<Buffer> {
  const holder = inventHolder(7);
  const specimen = await renderSpecimen({ format: "TD1", holder, portrait: SAMPLE_FACES[0]! });
  return (await captureDocument(specimen.content, { seed: 5, ...capture })).content;
}

const dark = async (image: Buffer) => sharp(image).linear(0.08, 0).jpeg({ quality: 85 }).toBuffer();

it.each([
  ["no_document_found", "an empty sheet on a table", () => sheet()],
  ["no_document_found", "a selfie", () => selfie()],
  ["no_document_found", "a selfie in a shirt", () => selfie("NEW YORK", "CITY MARATHON", "FINISHER 2019")],
  [
    "no_document_found",
    "a printed letter",
    () => sheet("Dear Anna,", "thank you for your letter of 2 March.", "Yours sincerely,", "J. Smith"),
  ],
  ["image_too_dark", "a card in the dark", async () => dark(await card())],
  ["image_too_blurry", "a card that is out of focus", () => card({ blur: 8 })],
  ["ok", "a card", () => card()],
] as const)("%s is said first of %s", async (reason, _, make) => {
  const reading = await reader.read(await make());
  const request = { declared: null, accepted: null, now: Date.UTC(2026, 0, 1) };
  expect(judgeDocument(reading, request).reason).toBe(reason);
});
