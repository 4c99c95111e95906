import sharp, { type JpegOptions } from "sharp";
import { describe, expect, it } from "vitest";
import { scoreOf } from "#inference/forensics/detector/calibration.ts";
import { fileHistory } from "#inference/forensics/file/file-history.ts";
import { type CameraExif, withExif, withJfif, withSegment } from "#lab/material/capture/jpeg-file.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { uploadAs } from "../models.ts";

const SIZE = { width: 640, height: 480 };
const CAMERA: CameraExif = {
  make: "Fairphone",
  ...SIZE,
  taken: "2026:05:01 10:20:30",
  changed: "2026:05:01 10:20:30",
};

const photo = async (options: JpegOptions = {}) =>
  sharp(await scene())
    .jpeg({ quality: 92, ...options })
    .toBuffer();

const scene = () =>
  sharp(SAMPLE_FACES[0]!.photo).resize(SIZE.width, SIZE.height, { fit: "cover" }).png().toBuffer();

/** Smaller and compressed hard, as cameras make it. */
const thumbnailOf = (image: Buffer, width = 160, height = 120) =>
  sharp(image)
    .resize(width, height, { fit: "contain", background: "black" })
    .jpeg({ quality: 60 })
    .toBuffer();

async function measured(content: Buffer) {
  const found = await fileHistory.measure(await uploadAs(content), {} as never);
  const value = (indicator: string) => found.find((each) => each.indicator === indicator);
  return {
    found,
    contradictions: value("contradicting_metadata")?.value,
    thumbnail: value("stale_thumbnail"),
    score: Math.max(0, ...found.map(scoreOf)),
  };
}

describe("a camera's metadata in the file", () => {
  it("is not contradicted by an image as the camera wrote it", async () => {
    const asTaken = withExif(await photo(), { ...CAMERA, thumbnail: await thumbnailOf(await scene()) });
    expect(await measured(asTaken)).toMatchObject({ contradictions: 0, score: 0 });
  });

  it("is not contradicted by an image that is stored on its side", async () => {
    const turned = withExif(await photo(), { ...CAMERA, orientation: 6, width: 480, height: 640 });
    expect((await measured(turned)).contradictions).toBe(0);
  });

  it.each([
    ["begins as JFIF does", async () => withJfif(withExif(await photo(), CAMERA))],
    ["comes in several passes", async () => withExif(await photo({ progressive: true }), CAMERA)],
    ["is compressed as messengers do", async () => withExif(await photo({ quality: 70 }), CAMERA)],
    [
      "has the standard's tables and Apple for a generator",
      async () => withExif(await photo(), { ...CAMERA, make: "Apple" }),
    ],
    ["was changed later", async () => withExif(await photo(), { ...CAMERA, changed: "2026:05:01 10:24:00" })],
    ["has another size", async () => withExif(await photo(), { ...CAMERA, width: 4000, height: 3000 })],
  ])("is contradicted once by a file that %s, which alone scores nothing", async (_, make) => {
    expect(await measured(await make())).toMatchObject({ contradictions: 1, score: 0 });
  });

  it("scores if much of it is contradicted", async () => {
    const resaved = withJfif(
      withExif(await photo({ quality: 70 }), {
        ...CAMERA,
        changed: "2026:05:02 08:00:00",
        width: 4000,
        height: 3000,
      }),
    );
    const { contradictions, score } = await measured(resaved);
    expect(contradictions).toBe(4);
    expect(score).toBeGreaterThan(0.5);
  });

  it("is not measured if messengers and browsers took it away, or if it is broken", async () => {
    const stripped = withJfif(await photo({ quality: 60, progressive: true }));
    const unnamed = withExif(await photo({ quality: 60 }), { width: 1, height: 1 });
    const png = await sharp(await scene())
      .png()
      .toBuffer();
    const broken = withSegment(
      await photo(),
      0xe1,
      Buffer.from("Exif\0\0II*\0\xff\xff\xff\xffApple", "latin1"),
    );
    for (const content of [stripped, unnamed, png, broken])
      expect((await measured(content)).found).toEqual([]);
  });
});

describe("the thumbnail", () => {
  const withThumbnail = async (thumbnail: Buffer, orientation = 1) =>
    measured(withExif(await photo(), { thumbnail, orientation }));

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "is that of its image, turned as orientation %d asks for",
    async (orientation) => {
      const stored = await scene();
      const { thumbnail, score } = await withThumbnail(await thumbnailOf(stored), orientation);
      expect(thumbnail?.value).toBeLessThan(6);
      expect(score).toBe(0);
    },
  );

  it("is that of its image between bars, brighter, and with less contrast", async () => {
    const pale = await sharp(await scene())
      .linear(0.7, 50)
      .png()
      .toBuffer();
    const { thumbnail } = await withThumbnail(await thumbnailOf(pale, 160, 160));
    expect(thumbnail?.value).toBeLessThan(6);
  });

  it("shows another portrait than the image, and where", async () => {
    const other = await sharp(SAMPLE_FACES[3]!.photo).resize(160, 200, { fit: "cover" }).png().toBuffer();
    const before = await sharp(await scene())
      .composite([{ input: other, left: 400, top: 200 }])
      .png()
      .toBuffer();
    const { thumbnail, score } = await withThumbnail(await thumbnailOf(before));
    expect(score).toBeGreaterThan(0.5);
    const { x, y, width, height } = thumbnail!.region!;
    expect(Math.abs(x + width / 2 - 480)).toBeLessThan(80);
    expect(Math.abs(y + height / 2 - 300)).toBeLessThan(100);
  });

  it("says nothing when it cannot be read or is too small", async () => {
    const whole = await thumbnailOf(await scene());
    const small = await thumbnailOf(await scene(), 40, 30);
    for (const thumbnail of [Buffer.from("no JPEG"), whole.subarray(0, 300), small]) {
      expect((await withThumbnail(thumbnail)).found).toEqual([]);
    }
  });
});
