import sharp from "sharp";
import { expect, it } from "vitest";
import { readUploadFile } from "#inference/forensics/upload/upload-file.ts";

const picture = () => sharp({ create: { width: 240, height: 240, channels: 3, background: "#8899aa" } });

it("a JPEG's orientation, tags, segments and quantisation steps are read together", async () => {
  const exif = { IFD0: { Make: "Fairphone" } };
  const jpeg = await picture().withMetadata({ orientation: 6, exif }).jpeg({ quality: 50 }).toBuffer();
  const file = await readUploadFile(jpeg);
  expect(file).toMatchObject({ orientation: 6, exif: { Make: { description: "Fairphone" } } });
  expect(file.xmp).toEqual({});
  expect(file.segments.map(({ marker }) => marker)).toEqual(expect.arrayContaining([0xdb, 0xc0]));
  expect(file.lumaSteps.slice(0, 4)).toEqual([16, 11, 10, 16]);
});

it("a file without metadata stands upright, and a PNG has neither segments nor quantisation steps", async () => {
  expect(await readUploadFile(await picture().png().toBuffer())).toEqual({
    orientation: 1,
    exif: {},
    xmp: {},
    texts: [],
    segments: [],
    lumaSteps: new Array(64).fill(1),
  });
});

it("what cannot be read throws", async () => {
  await expect(readUploadFile(new Uint8Array(20))).rejects.toThrow();
});
