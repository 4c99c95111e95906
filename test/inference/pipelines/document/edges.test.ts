import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { insidePolygon } from "#inference/geometry/polygon.ts";
import type { Quad } from "#inference/geometry/quad.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { crop } from "#inference/imaging/resize.ts";
import { findRectangles } from "#inference/pipelines/document/edges.ts";
import { type CaptureOptions, captureDocument } from "#lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "#lab/material/documents/specimen.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";

const cards: Partial<Record<"TD1" | "TD3", Buffer>> = {};
beforeAll(async () => {
  for (const format of ["TD1", "TD3"] as const) {
    const holder = inventHolder(31);
    cards[format] = (await renderSpecimen({ format, holder, portrait: SAMPLE_FACES[1]! })).content;
  }
});

const photograph = (format: "TD1" | "TD3", options: Partial<CaptureOptions>) =>
  captureDocument(cards[format]!, { seed: 3, ...options });

/** Intersection over union of two outlines, on a grid of 400 pixels. */
function overlap(a: Quad, b: Quad, { width, height }: Pick<Raster, "width" | "height">): number {
  const scale = 400 / Math.max(width, height);
  const [one, other] = [a, b].map((quad) =>
    insidePolygon(
      quad.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
      Math.round(width * scale),
      Math.round(height * scale),
    ),
  ) as [Uint8Array, Uint8Array];
  const both = one.reduce((sum, inside, i) => sum + (inside & other[i]!), 0);
  return both / one.reduce((sum, inside, i) => sum + (inside | other[i]!), 0);
}

/** How far a corner lies outside of the image, as a share of its long side. */
const overhang = (quad: Quad, { width, height }: Raster) =>
  Math.max(0, ...quad.flatMap(({ x, y }) => [-x, -y, x - width, y - height])) / Math.max(width, height);

describe.each(["TD1", "TD3"] as const)("a %s specimen on a table", (format) => {
  it.each([
    { rotation: 0, coverage: 0.8 },
    { rotation: 33, coverage: 0.6, perspective: 0.05 },
    { rotation: 90, coverage: 0.7 },
    { rotation: 140, coverage: 0.45, longSide: 640 },
    { rotation: 12, longSide: 2400, blur: 2, noise: 10 },
  ])("is found by its edges: %o", async (options) => {
    const { content, corners } = await photograph(format, options);
    const raster = await decodeImage(content);
    const { whole } = await findRectangles(raster);
    expect(overlap(whole!, corners, raster)).toBeGreaterThan(0.95);
  });

  it.each(["left", "right", "bottom"] as const)(
    "that the frame cuts off at its %s goes on beyond it",
    async (side) => {
      const { content } = await photograph(format, { rotation: 5, coverage: 0.8 });
      const raster = await decodeImage(content);
      const { width, height } = raster;
      const kept = {
        left: { x: width * 0.25, y: 0, width: width * 0.75, height },
        right: { x: 0, y: 0, width: width * 0.75, height },
        bottom: { x: 0, y: 0, width, height: height * 0.7 },
      }[side];
      const part = crop(raster, kept);
      const { cutOff } = await findRectangles(part);
      expect(overhang(cutOff()!, part)).toBeGreaterThan(0.05);
    },
  );
});

it("finds no document in photos of people in front of buildings and trees", async () => {
  for (const { photo } of SAMPLE_FACES) {
    const { whole, cutOff } = await findRectangles(await decodeImage(await readFile(photo)));
    expect([whole, cutOff()]).toEqual([undefined, undefined]);
  }
});
