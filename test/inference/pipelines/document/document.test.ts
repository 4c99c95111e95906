import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { OpenBundle } from "#inference/bundle/open.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import { turn } from "#inference/imaging/turn.ts";
import { type DocumentPipeline, openDocumentPipeline } from "#inference/pipelines/document/document.ts";
import { openFacePipeline } from "#inference/pipelines/face/face.ts";
import type { BoundingBox, DocumentReading } from "#inference/pipelines/types.ts";
import { type Capture, type CaptureOptions, captureDocument } from "#lab/material/capture/capture.ts";
import { LICENCE_ISSUERS, licenceBarcode, licenceElements } from "#lab/material/documents/aamva-text.ts";
import { renderLicenceBack } from "#lab/material/documents/american-licence.ts";
import { type SpecimenFormat, withWrongCheckDigit } from "#lab/material/documents/mrz.ts";
import {
  inventHolder,
  renderSpecimen,
  type Specimen,
  type SpecimenOptions,
} from "#lab/material/documents/specimen.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { useBundledFace } from "#test/harness/inference/bundled-face.ts";

const opened = useBundledFace();
let pipeline: DocumentPipeline;

beforeAll(async () => {
  pipeline = await openDocumentPipeline(opened.bundle, opened.face);
});

const holder = inventHolder(7);

async function photograph(
  format: SpecimenFormat,
  capture: Partial<CaptureOptions> = {},
  options: Partial<SpecimenOptions> = {},
): Promise<{ specimen: Specimen; capture: Capture }> {
  const specimen = await renderSpecimen({ format, holder, portrait: SAMPLE_FACES[0]!, ...options });
  return { specimen, capture: await captureDocument(specimen.content, { seed: 5, ...capture }) };
}

const read = async (content: Uint8Array) => pipeline.read(await decodeImage(content), { portrait: "full" });

const centre = ({ x, y, width, height }: BoundingBox) => ({ x: x + width / 2, y: y + height / 2 });

describe.each(["TD1", "TD3"] as const)("a photographed %s specimen", (format) => {
  let specimen: Specimen;
  let capture: Capture;
  let reading: DocumentReading;

  beforeAll(async () => {
    ({ specimen, capture } = await photograph(format, { rotation: 4, perspective: 0.03 }));
    reading = await read(capture.content);
  });

  it("gives the MRZ as printed, with every check valid", () => {
    expect(reading.mrz).toMatchObject({ format, lines: specimen.mrz });
    expect(reading.mrz!.checks.filter(({ valid }) => !valid)).toEqual([]);
    expect(reading.mrz!.checks.length).toBe(format === "TD1" ? 5 : 6);
  });

  it("reads the VIZ from top to bottom, and the MRZ's lines last", () => {
    const texts = reading.lines.map(({ text }) => text.replaceAll(" ", ""));
    const label = format === "TD1" ? "Surname" : "Surname/Nomdefamille";
    const printed = ["UTOPIA", label, holder.surname, holder.givenNames.replaceAll(" ", "")];
    expect(texts.filter((text) => printed.includes(text))).toEqual(printed);
    expect(texts.slice(-specimen.mrz.length)).toEqual(specimen.mrz);
    expect(reading.lines.every(({ confidence }) => confidence >= 0 && confidence <= 1)).toBe(true);
  });

  it("finds the portrait where it is printed, and shows it as a JPEG", async () => {
    const { box, face, jpeg } = reading.portrait!;
    const [tl, tr, , bl] = capture.corners;
    const printed = centre(specimen.portrait);
    const [u, v] = [printed.x / specimen.width, printed.y / specimen.height];
    const expected = {
      x: tl.x + u * (tr.x - tl.x) + v * (bl.x - tl.x),
      y: tl.y + u * (tr.y - tl.y) + v * (bl.y - tl.y),
    };
    const found = centre(box);
    expect(Math.hypot(found.x - expected.x, found.y - expected.y)).toBeLessThan(box.height);
    expect(face.landmarks).toEqual([]);
    expect(Math.hypot(...face.template.vector)).toBeCloseTo(1, 3);
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg" });
  });

  it("measures the document, not the image", () => {
    const [tl, tr] = capture.corners;
    const side = Math.hypot(tr.x - tl.x, tr.y - tl.y);
    expect(reading.quality.documentLongSide / side).toBeGreaterThan(0.93);
    expect(reading.quality.documentLongSide / side).toBeLessThan(1.07);
    expect(reading.quality.meanLuma).toBeGreaterThan(150);
    expect(reading).toMatchObject({ imageWidth: capture.width, imageHeight: capture.height });
  });
});

describe("an MRZ", () => {
  /** The pipeline, and how many lines the reader of any text has read. */
  async function observed() {
    let lines = 0;
    const model = (task: Parameters<OpenBundle["model"]>[0]) => {
      const own = opened.bundle.model(task);
      const counted: typeof own.run = (feeds) => {
        lines++;
        return own.run(feeds);
      };
      return task === "text_recognition" ? { ...own, run: counted } : own;
    };
    const watched = { ...opened.bundle, model };
    return {
      pipeline: await openDocumentPipeline(watched, await openFacePipeline(watched)),
      linesRead: () => lines,
    };
  }

  it("is left to its own reader, its rows' text and confidence too", async () => {
    const { specimen, capture } = await photograph("TD1");
    const { pipeline: watched, linesRead } = await observed();
    const { lines } = await watched.read(await decodeImage(capture.content), { portrait: "place" });
    expect(lines.slice(-3).map(({ text }) => text)).toEqual(specimen.mrz);
    expect(Math.min(...lines.slice(-3).map(({ confidence }) => confidence))).toBeGreaterThan(0.9);
    expect(linesRead()).toBe(lines.length - 3);
  });

  it("that is no MRZ is read as any text", async () => {
    const { capture } = await photograph("TD1", {}, { alterMrz: (lines) => lines.map(() => "") });
    const { pipeline: watched, linesRead } = await observed();
    const reading = await watched.read(await decodeImage(capture.content), { portrait: "place" });
    expect(reading).not.toHaveProperty("mrz");
    expect(reading.unknownMrz).toBe(false);
    expect(linesRead()).toBeGreaterThanOrEqual(reading.lines.length);
  });
});

it.each([1, 2, 3] as const)(
  "a document turned by %i quarters is read all the same, and its boxes are the upload's",
  async (turns) => {
    const { specimen, capture } = await photograph("TD1");
    const upload = turn(await decodeImage(capture.content), turns);
    const reading = await pipeline.read(upload, { portrait: "place" });
    expect(reading.mrz?.lines).toEqual(specimen.mrz);
    expect(reading).toMatchObject({ imageWidth: upload.width, imageHeight: upload.height });
    const { x, y } = centre(reading.mrz!.box);
    // The MRZ is at the bottom: after a clockwise quarter turn it is at the left, and so on.
    const off = { 1: upload.width / 2 - x, 2: upload.height / 2 - y, 3: x - upload.width / 2 }[turns];
    expect(off).toBeGreaterThan(0.1 * Math.min(upload.width, upload.height));
  },
);

it("a small document, far off and askew, is rectified and read, its boxes in the upload's pixels", async () => {
  const { specimen, capture } = await photograph("TD1", { longSide: 2400, coverage: 0.4, rotation: 31 });
  const reading = await read(capture.content);
  expect(reading.mrz?.lines).toEqual(specimen.mrz);
  for (const [i, { x, y }] of reading.outline!.corners.entries()) {
    const { x: px, y: py } = capture.corners[i]!;
    expect(Math.hypot(x - px, y - py)).toBeLessThan(0.02 * capture.width);
  }
  const box = centre(reading.mrz!.box);
  const [, , br, bl] = capture.corners;
  const nearMrz = { x: (br.x + bl.x) / 2, y: (br.y + bl.y) / 2 };
  expect(Math.hypot(box.x - nearMrz.x, box.y - nearMrz.y)).toBeLessThan(0.1 * capture.width);
});

describe("an MRZ that departs from the standard", () => {
  const FRENCH = ["IDFRABLANCHARD<<<<<<<<<<<<<<<<75K002", "160275K002777CLAIRE<<LOUISE8512062F5"];
  const showing = async (lines: readonly string[]) => {
    const { capture } = await photograph(lines.length === 2 ? "TD2" : "TD1", {}, { alterMrz: () => lines });
    return read(capture.content);
  };

  // tetrahydra/SolidusMRZ#5: two lines of 36 by a layout of their own.
  it("is read by the French identity card's own layout", async () => {
    const { mrz, unknownMrz } = await showing(FRENCH);
    expect(mrz).toMatchObject({ format: "FRA_ID", lines: FRENCH });
    expect(mrz!.checks.filter(({ valid }) => !valid)).toEqual([]);
    expect(unknownMrz).toBe(false);
  });

  it("is reported if it suits no format", async () => {
    const reading = await showing([FRENCH[0]!.replace("FRA", "UTO"), FRENCH[1]!]);
    expect(reading).not.toHaveProperty("mrz");
    expect(reading.unknownMrz).toBe(true);
  });
});

it("a forged MRZ keeps its wrong check digit, which is reported with confidence", async () => {
  const { specimen, capture } = await photograph(
    "TD3",
    {},
    { alterMrz: (lines) => withWrongCheckDigit(lines, "TD3", "date_of_birth") },
  );
  const { mrz } = await read(capture.content);
  expect(mrz!.lines).toEqual(specimen.mrz);
  const check = mrz!.checks.find(({ name }) => name === "date_of_birth")!;
  expect(check.valid).toBe(false);
  expect(check.confidence).toBeGreaterThan(0.6);
});

it("a photo of people has no MRZ and no outline", async () => {
  const photo = await sharp(SAMPLE_FACES[3]!.photo).resize(960).jpeg().toBuffer();
  const reading = await read(photo);
  expect(reading).not.toHaveProperty("mrz");
  expect(reading).not.toHaveProperty("outline");
});

it("an empty table has no text, no portrait and no document's size", async () => {
  const table = { width: 800, height: 600, channels: 3, background: "#776655" } as const;
  const reading = await read(await sharp({ create: table }).jpeg().toBuffer());
  expect(reading.lines).toEqual([]);
  expect(reading).not.toHaveProperty("portrait");
  expect(reading.quality.documentLongSide).toBe(0);
});

it("the barcode of a licence's back is read byte for byte at any angle, blurred by 1.2 px at 2.5 px a module", async () => {
  const [issuer] = LICENCE_ISSUERS;
  const content = licenceBarcode(licenceElements(holder, issuer), issuer);
  const back = await renderLicenceBack({ holder, issuer });
  for (const rotation of [47, 137, 290]) {
    const photo = await captureDocument(back, { seed: 5, coverage: 0.53, blur: 1.2, rotation });
    const { barcodes } = await read(photo.content);
    const texts = barcodes.map((each) => Buffer.from(each.content).toString("latin1"));
    expect([rotation, ...texts]).toEqual([rotation, content]);
  }
}, 180_000);
