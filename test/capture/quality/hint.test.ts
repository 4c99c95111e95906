import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import {
  aimingText,
  gradeOf,
  type Hint,
  hintOf,
  hold,
  isSteady,
  silentMs,
  sinceGood,
} from "#capture/quality/hint.ts";
import { type Luma, measure } from "#capture/quality/measure.ts";
import { type CaptureOptions, captureDocument } from "#lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "#lab/material/documents/specimen.ts";
import { defaultTemplate } from "#lab/material/documents/templates.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";

const WIDTH = 480;

/** A document that is well placed. */
const GOOD = {
  ...{ mean: 120, burnt: 0, burntTile: 0, sharpness: 100, motion: 0, longSide: 1_000 },
  place: { left: 0.1, right: 0.9, top: 0.1, bottom: 0.9, skew: 0 },
};

async function lumaOf(photo: Buffer, light = 1, offset = 0): Promise<Luma> {
  const grey = sharp(photo).resize(WIDTH).greyscale().linear(light, offset).raw();
  const { data, info } = await grey.toBuffer({ resolveWithObject: true });
  const { width } = await sharp(photo).metadata();
  return { width: info.width, height: info.height, data, scale: width / WIDTH };
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
    ["good", { rotation: 6, perspective: 0.05, noise: 5, coverage: 0.7 }],
    ["blurred", { blur: 4 }],
    ["glare", { glare: 1_000 }],
    ["too_far", { coverage: 0.25 }],
    ["good", { rotation: 30, coverage: 0.6 }],
    ["tilted", { perspective: 0.2, coverage: 0.6 }],
  ])("is found %s: %o", async (hint, options) => {
    expect(hintOf(measure(await lumaOf(await shot(options)), null))).toBe(hint);
  });

  it("is shown when the photo's edge cuts it: at one side, or at each", async () => {
    const { content, corners } = await captureDocument(specimen, { seed: 1, longSide: 2_000 });
    const [left, right] = [corners[0].x, corners[1].x].map(Math.round) as [number, number];
    const [top, bottom] = [corners[0].y, corners[3].y].map(Math.round) as [number, number];
    const cut = (region: { left: number; top: number; width: number; height: number }) =>
      sharp(content).extract(region).jpeg().toBuffer();
    const beside = await cut({ left: left + 200, top: 0, width: 2_000 - left - 200, height: 1_500 });
    const [width, height] = [right - left - 200, bottom - top - 200];
    const inside = await cut({ left: left + 100, top: top + 100, width, height });
    expect(hintOf(measure(await lumaOf(beside), null))).toBe("outside");
    expect(hintOf(measure(await lumaOf(inside), null))).toBe("too_near");
  });

  it("is shown when it is too dark, or too bright", async () => {
    const photo = await shot({});
    expect(hintOf(measure(await lumaOf(photo, 0.2), null))).toBe("too_dark");
    expect(hintOf(measure(await lumaOf(photo, 4, 40), null))).toBe("too_bright");
  });

  it("asks to hold still while it moves, and not for the noise of a camera", async () => {
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

it("a photo is taken automatically once every frame has been good for half a second", () => {
  const since = sinceGood(null, "good", 100);
  expect(isSteady(sinceGood(since, "good", 599), 599)).toBe(false);
  expect(isSteady(sinceGood(since, "good", 600), 600)).toBe(true);
  const moved = sinceGood(sinceGood(since, "moving", 300), "good", 400);
  expect(isSteady(moved, 600)).toBe(false);
});

it("bad frames are reported before fair ones, and only a good one is taken automatically", () => {
  const grades = (
    ["too_dark", "nothing", "too_far", "glare", "outside", "too_near", "tilted", "good"] as const
  ).map(gradeOf);
  expect(grades).toEqual(["bad", "bad", "bad", "fair", "fair", "fair", "fair", "good"]);
  const farAndCut = { ...GOOD, longSide: 300, place: { ...GOOD.place, left: 0 } };
  expect(hintOf(farAndCut)).toBe("too_far");
  expect(sinceGood(100, "glare", 200)).toBeNull();
});

it("the shutter is offered in words after ten seconds, and after three if the photo may do as it is", () => {
  expect(([null, "too_dark", "outside", "good"] as const).map(silentMs)).toEqual([
    10_000, 10_000, 3_000, 10_000,
  ]);
});

it("a table without a document asks for one", () => {
  const table = new Uint8Array(480 * 360).map((_, at) => 110 + 9 * Math.sin(at / 4_800));
  expect(hintOf(measure({ width: 480, height: 360, data: table, scale: 4 }, null))).toBe("nothing");
});

it("an empty photo is judged, too", () => {
  const empty = { width: 4, height: 4, data: new Uint8Array(16), scale: 1 };
  expect(hintOf(measure(empty, empty))).toBe("too_dark");
});

it("says that one may press: by another word if no photo takes itself, and never over a good place", () => {
  const said = (hint: Hint | null, automatic: boolean) => aimingText(hint, true, automatic);
  expect([said("glare", true), said("glare", false), said(null, false)]).toEqual([
    ...["capture_by_hand", "capture_press", "capture_press"],
  ]);
  expect([said("good", true), said("good", false)]).toEqual(["hint_good_automatic", "hint_good"]);
});
