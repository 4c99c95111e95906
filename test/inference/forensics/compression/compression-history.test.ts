import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { compressionHistory } from "#inference/forensics/compression/compression-history.ts";
import { scoreOf } from "#inference/forensics/detector/calibration.ts";
import type { Subject } from "#inference/forensics/detector/detector.ts";
import { boundingBox } from "#inference/geometry/boxes.ts";
import { flattening, rectangle } from "#inference/geometry/quad.ts";
import { apply } from "#inference/geometry/transform.ts";
import { captureDocument } from "#lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "#lab/material/documents/specimen.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import {
  movePatch,
  type Patch,
  pasteImage,
  retype,
  type Save,
  saveAgain,
} from "#lab/material/uploads/forgery.ts";
import { forensicModels, uploadAs } from "../models.ts";

const SUSPECT = 0.5;
const FINE: Save = { format: "jpeg", quality: 95 };
const PNG: Save = { format: "png" };
const GREY = { width: 400, height: 300, channels: 3, background: "#808080" } as const;

let photo: Buffer;
let portrait: Patch;
let surname: Patch;
let stranger: Buffer;

beforeAll(async () => {
  const specimen = await renderSpecimen({
    format: "TD1",
    holder: inventHolder(31),
    portrait: SAMPLE_FACES[0]!,
    seed: 31,
  });
  const capture = await captureDocument(specimen.content, {
    seed: 31,
    longSide: 1404,
    quality: 85,
    noise: 2,
  });
  photo = capture.content;
  const onPhoto = flattening(capture.corners, specimen.width, specimen.height);
  const place = (x: number, y: number, width: number, height: number): Patch => {
    const box = boundingBox(rectangle(x, y, width, height).map((corner) => apply(onPhoto, corner)));
    const [left, top] = [Math.round(box.x), Math.round(box.y)];
    return { x: left, y: top, width: Math.round(box.width), height: Math.round(box.height) };
  };
  const { x, y, width, height } = specimen.portrait;
  portrait = place(x, y, width, height);
  surname = place(x + width * 1.2, y + height * 0.04, width, height * 0.17);
  const { photo: file, face } = SAMPLE_FACES[3]!;
  stranger = await sharp(readFileSync(file))
    .extract({ left: face.x, top: face.y, width: face.width, height: face.height })
    .png()
    .toBuffer();
});

const models = await forensicModels();

/** Scores on the page and in the portrait; undefined where nothing can be concluded. */
async function measure(content: Buffer, known: Partial<Subject> = { portrait }) {
  const [page, inPortrait] = await compressionHistory.measure(await uploadAs(content, known), models);
  if (page === undefined || inPortrait === undefined) return undefined;
  return {
    page: { ...page, score: scoreOf(page) },
    portrait: { ...inPortrait, score: scoreOf(inPortrait) },
  };
}

describe.each([
  ["JPEG", FINE],
  ["PNG", PNG],
] as const)("in a photo saved again as %s", (_, save) => {
  it("finds nothing in an unedited image", async () => {
    const untouched = await measure(await saveAgain(photo, save));
    expect(untouched?.page.score).toBeLessThan(SUSPECT);
    expect(untouched?.portrait.score).toBeLessThan(SUSPECT);
  });

  it("locates words that were typed over others", async () => {
    const forged = await measure(await retype(photo, "HARRISON", surname, save));
    expect(forged?.page.score).toBeGreaterThanOrEqual(SUSPECT);
    expect(share(forged!.page.region!, surname)).toBeGreaterThan(0.5);
    expect(forged?.portrait.score).toBeLessThan(SUSPECT);
  });

  it("reports a patch at a line of text as such", async () => {
    const content = await retype(photo, "HARRISON", surname, save);
    const subject = await uploadAs(content, { lines: [{ text: "HARRISON", box: surname }] });
    const indicators = await compressionHistory.measure(subject, models);
    const { indicator, region } = indicators.toSorted((a, b) => b.value - a.value)[0]!;
    expect(indicator).toBe("foreign_history_at_text");
    expect(share(region!, surname)).toBeGreaterThan(0.5);
  });

  it("finds a part of the photo that was moved", async () => {
    const [x, y] = [surname.x + 3, surname.y + surname.height * 3 + 5];
    const forged = await measure(await movePatch(photo, surname, x, y, save));
    expect(forged?.page.score).toBeGreaterThanOrEqual(SUSPECT);
    expect(share(forged!.page.region!, { ...surname, x, y })).toBeGreaterThan(0.5);
  });

  it("finds a swapped portrait, and reports it as such", async () => {
    const forged = await measure(await pasteImage(photo, stranger, portrait, save));
    expect(forged?.portrait.score).toBeGreaterThan(0.9);
    expect(share(forged!.portrait.region!, portrait)).toBeGreaterThan(0.7);
    expect(forged?.page.score).toBeLessThan(SUSPECT);
  });
});

it.each([2, 3, 4, 5, 6, 7, 8])("finds a forgery in a photo that EXIF orientation %i turns", async (how) => {
  const forged = await measure(withOrientation(await retype(photo, "HARRISON", surname, FINE), how), {});
  expect(forged?.page.score).toBeGreaterThanOrEqual(SUSPECT);
});

it.each([
  ["JPEG", FINE],
  ["PNG", PNG],
] as const)("finds a forgery in a photo that was cropped before it was saved as %s", async (_, save) => {
  const coarse = await saveAgain(photo, { format: "jpeg", quality: 65 });
  const edited = await retype(coarse, "HARRISON", surname, PNG);
  const [left, top] = [21, 11];
  const crop = (image: Buffer) =>
    sharp(image).extract({ left, top, width: 1300, height: 900 }).png().toBuffer();
  const forged = await measure(await saveAgain(await crop(edited), save), {});
  expect(forged?.page.score).toBeGreaterThanOrEqual(SUSPECT);
  const there = { ...surname, x: surname.x - left, y: surname.y - top };
  expect(share(forged!.page.region!, there)).toBeGreaterThan(0.5);
  const untouched = await measure(await saveAgain(await crop(coarse), save), {});
  expect(untouched?.page.score).toBeLessThan(SUSPECT);
});

it.each([93, 95])("takes no even shade for a patch in a photo saved again at %i", async (quality) => {
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="400"><linearGradient id="shade"><stop stop-color="#8f959b"/><stop offset="1" stop-color="#c6c2bb"/></linearGradient><rect width="100%" height="100%" fill="url(#shade)"/></svg>`;
  const scene = await sharp(photo)
    .composite([{ input: Buffer.from(shade), left: 200, top: 300 }])
    .png()
    .toBuffer();
  const coarse = await saveAgain(scene, { format: "jpeg", quality: 65 });
  const untouched = await measure(await saveAgain(coarse, { format: "jpeg", quality }), {});
  expect(untouched?.page.score).toBeLessThan(SUSPECT);
});

it("measures the same in a file that its EXIF orientation transposes, whose tables are the other way round", async () => {
  const coarse = await saveAgain(photo, { format: "jpeg", quality: 65 });
  const forged = await retype(coarse, "HARRISON", surname, { format: "jpeg", quality: 88 });
  const upright = await measure(forged, {});
  const transposed = await measure(withOrientation(forged, 5), {});
  expect(upright!.page.value).toBeGreaterThan(100);
  expect(transposed!.page.value).toBeCloseTo(upright!.page.value, 1);
});

/** The JPEG with an EXIF segment that holds nothing but the orientation. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const entry = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const exif = Buffer.from([...Buffer.from("Exif\0\0MM\0*\0\0\0\x08", "latin1"), ...entry]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

it.each([
  ["saved once", () => Promise.resolve(photo)],
  ["saved again more coarsely", () => saveAgain(photo, { format: "jpeg", quality: 60 })],
  ["made of one colour", () => sharp({ create: GREY }).jpeg().toBuffer()],
  ["resized", () => sharp(photo).resize(1100).jpeg({ quality: 95 }).toBuffer()],
])("measures nothing on a photo that was %s", async (_, make) => {
  expect(await measure(await make())).toBeUndefined();
});

/** Intersection over union. */
function share(a: Patch, b: Patch): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const both = Math.max(0, width) * Math.max(0, height);
  return both / (a.width * a.height + b.width * b.height - both);
}
