import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KeptDecoder } from "#inference/decoder/kept-decoder.ts";
import { decodeContainer, decodePixels } from "#inference/imaging/decode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { openChipImage } from "#inference/imaging/upload/open.ts";
import { readChipWithFace, readPortrait } from "#inference/pipelines/chip.ts";
import { compare, useBundledFace } from "#test/harness/inference/bundled-face.ts";
import { faceBlock } from "#test/harness/trust/chip-files.ts";
import {
  type Chip,
  type ChipOptions,
  chipPhoto,
  flipped,
  makeChip,
  newCsca,
} from "#test/harness/trust/chips.ts";
import { codestreamOf, jp2Of, withSize } from "#test/harness/trust/jpeg2000.ts";

const models = useBundledFace();
const csca = newCsca();
let decoder: KeptDecoder;
let photo: Raster;
let codestream: Uint8Array;
beforeAll(async () => {
  decoder = await KeptDecoder.open();
  photo = await decodeContainer(openChipImage(await chipPhoto()), decodePixels);
  codestream = await codestreamOf(photo);
});
afterAll(() => decoder.close());

const patience = () => ({ secondsLeft: 60, signal: new AbortController().signal });
const decode = async (image: Uint8Array) =>
  decodeContainer(openChipImage(image), (each) => decoder.decode(each, patience()));
const readFace = ({ sod, dataGroups }: Chip) =>
  readChipWithFace(
    { sod, dataGroups: [...dataGroups].map(([number, file]) => ({ number, file })) },
    models.face,
    decode,
  );
const read = async (options: ChipOptions = {}) => readFace(await makeChip({ csca, ...options }));

describe("the face of DG2", () => {
  it.each<[string, () => ChipOptions]>([
    ["a JPEG", () => ({})],
    ["a JPEG 2000 codestream", () => ({ image: codestream })],
    ["a JP2 file", () => ({ image: jp2Of(codestream) })],
    ["a JP2 file in a block of ISO/IEC 39794-5", () => ({ image: jp2Of(codestream), face: faceBlock })],
  ])("in %s has the template of that person, and a JPEG for people", async (_, options) => {
    const { portrait, portraitProblem } = await read(options());
    expect(portraitProblem).toBeUndefined();
    expect(compare(portrait!.face, await models.principalOf(photo))).toBeGreaterThan(0.99);
    expect(portrait!.face.landmarks).toEqual([]);
    expect(await sharp(portrait!.jpeg).metadata()).toMatchObject({ format: "jpeg", width: 413, height: 531 });
  });

  it("of 40,000 by 40,000 pixels is rejected within a second, and no process ends", async () => {
    const chip = await makeChip({ csca, image: jp2Of(withSize(codestream, 40_000, 40_000)) });
    const [pid, started] = [decoder.pid, performance.now()];
    expect((await readFace(chip)).portraitProblem).toBe("IMAGE_TOO_LARGE");
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(decoder.pid).toBe(pid);
  });

  it.each<[string, string, () => Promise<ChipOptions>]>([
    ["that is no image", "IMAGE_UNREADABLE", async () => ({ image: Uint8Array.from([1, 2, 3]) })],
    ["of 47 pixels", "IMAGE_TOO_SMALL", async () => ({ image: await grey(47, 60) })],
    ["without a face", "NO_FACE", async () => ({ image: await grey(400, 500) })],
    ["without an image", "MALFORMED", async () => ({ face: () => Uint8Array.of(0xff) })],
  ])("%s is reported as %s", async (_, problem, options) => {
    expect(await read(await options())).toMatchObject({ portraitProblem: problem });
  });

  it("is not decoded if the issuer did not sign its hash", async () => {
    const { portrait, portraitProblem } = await readFace(flipped(await makeChip({ csca }), "dg2"));
    expect([portrait, portraitProblem]).toEqual([undefined, "NOT_SIGNED"]);
  });
});

describe("a portrait that was signed elsewhere", () => {
  it.each<[string, () => Promise<Uint8Array>]>([
    ["a JPEG", () => chipPhoto()],
    ["a JPEG 2000 codestream", async () => codestream],
    ["a JP2 file", async () => jp2Of(codestream)],
  ])("in %s has the template of that person, and a JPEG for people", async (_, image) => {
    const portrait = await readPortrait(await image(), models.face, decode);
    expect(compare(portrait!.face, await models.principalOf(photo))).toBeGreaterThan(0.99);
    expect(await sharp(portrait!.jpeg).metadata()).toMatchObject({ format: "jpeg", width: 413, height: 531 });
  });

  it("is none if it cannot be decoded, is too large, or shows no face", async () => {
    const images = [
      Uint8Array.from([1, 2, 3]),
      jp2Of(withSize(codestream, 40_000, 40_000)),
      await grey(400, 500),
    ];
    for (const image of images) expect(await readPortrait(image, models.face, decode)).toBeNull();
  });
});

async function grey(width: number, height: number): Promise<Uint8Array> {
  const create = { width, height, channels: 3, background: "#888" } as const;
  return new Uint8Array(await sharp({ create }).jpeg().toBuffer());
}
