import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { type Hint, hintOf, hold } from "../../../capture/quality/hint.ts";
import { type Luma, measure } from "../../../capture/quality/measure.ts";
import { type CaptureOptions, captureDocument } from "../../material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "../../material/documents/specimen.ts";
import { defaultTemplate } from "../../material/documents/templates.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";

const WIDTH = 480;

async function lumaOf(picture: Buffer, light = 1, offset = 0): Promise<Luma> {
  const grey = sharp(picture).resize(WIDTH).greyscale().linear(light, offset).raw();
  const { data, info } = await grey.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

describe.each(["TD1", "TD3"] as const)("a document (%s) before the camera", (format) => {
  let specimen: Buffer;
  beforeAll(async () => {
    const template = defaultTemplate(format);
    const holder = inventHolder(1, template);
    const printed = { format, template, side: "front", holder, portrait: SAMPLE_FACES[0]!, seed: 1 } as const;
    specimen = (await renderSpecimen(printed)).content;
  });
  const shot = async (options: Omit<CaptureOptions, "seed">) =>
    (await captureDocument(specimen, { seed: 1, ...options })).content;

  it.each<[Hint, Omit<CaptureOptions, "seed">]>([
    ["good", {}],
    ["good", { rotation: 6, perspective: 0.05, noise: 5 }],
    ["blurred", { blur: 4 }],
    ["glare", { glare: 200 }],
    ["too_far", { coverage: 0.3 }],
  ])("is found %s: %o", async (hint, options) => {
    expect(hintOf(measure(await lumaOf(await shot(options)), null))).toBe(hint);
  });

  it("is told when it is too dark, or too bright", async () => {
    const picture = await shot({});
    expect(hintOf(measure(await lumaOf(picture, 0.3), null))).toBe("too_dark");
    expect(hintOf(measure(await lumaOf(picture, 2, 40), null))).toBe("too_bright");
  });

  it("is told to be held still while it moves, and not for the noise of a camera", async () => {
    const [one, noisy, moved] = await Promise.all([
      lumaOf(await shot({ noise: 5 })),
      lumaOf((await captureDocument(specimen, { seed: 1, noise: 6 })).content),
      lumaOf(await shot({ rotation: 3 })),
    ]);
    expect(hintOf(measure(noisy, one))).toBe("good");
    expect(hintOf(measure(moved, one))).toBe("moving");
  });
});

it("a hint stays for as long as it takes to read", () => {
  const first = hold(null, "too_dark", 0);
  expect(hold(first, "good", 1_199)).toBe(first);
  expect(hold(first, "good", 1_200)).toEqual({ hint: "good", since: 1_200 });
});

it("an empty picture is judged, too", () => {
  const empty = { width: 4, height: 4, data: new Uint8Array(16) };
  expect(hintOf(measure(empty, empty))).toBe("too_dark");
});
