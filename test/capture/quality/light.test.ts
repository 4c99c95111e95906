import sharp from "sharp";
import { expect, it } from "vitest";
import { lightOf } from "#capture/quality/measure.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";

const WIDTH = 480;
const HEIGHT = 360;

/** A selfie whose face fills the oval, in this much of its light. */
async function selfie(at: number, light: number) {
  const { photo, face } = SAMPLE_FACES[at]!;
  const height = Math.round(face.height * 1.7);
  const width = Math.round((height * WIDTH) / HEIGHT);
  const drawn = sharp(photo).extract({
    left: Math.max(0, Math.round(face.x + face.width / 2 - width / 2)),
    top: Math.max(0, Math.round(face.y - face.height * 0.35)),
    width,
    height,
  });
  const { data } = await sharp(await drawn.jpeg().toBuffer())
    .resize(WIDTH, HEIGHT, { fit: "fill" })
    .greyscale()
    .linear(light, 0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: WIDTH, height: HEIGHT, data, scale: 1 };
}

it.each([0, 1, 2, 3])("finds nothing to say of the light on a face in daylight (%i)", async (at) => {
  expect(lightOf(await selfie(at, 1))).toBeNull();
});

it.each([0, 1, 2, 3])("distinguishes a face in the dark, and one in glaring light (%i)", async (at) => {
  expect(lightOf(await selfie(at, 0.2))).toBe("too_dark");
  expect(lightOf(await selfie(at, 4))).toBe("too_bright");
});

it("looks at the middle alone: a bright window behind a dark face is no light on it", () => {
  const data = new Uint8Array(WIDTH * HEIGHT).map((_, at) => {
    const [x, y] = [(at % WIDTH) / WIDTH, Math.floor(at / WIDTH) / HEIGHT];
    return Math.abs(x - 0.5) < 0.15 && Math.abs(y - 0.48) < 0.3 ? 30 : 250;
  });
  expect(lightOf({ width: WIDTH, height: HEIGHT, data, scale: 1 })).toBe("too_dark");
});
