import { beforeAll, expect, it } from "vitest";
import type { Raster } from "#inference/imaging/raster.ts";
import { encodeJpeg } from "#inference/imaging/resize.ts";
import type { PrincipalFace } from "#inference/pipelines/types.ts";
import { COVER_NAMES, coverFace } from "#lab/material/faces/face-cover.ts";
import { headOf } from "#lab/material/faces/head-warp.ts";
import { portrait } from "#lab/material/faces/portrait.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { useBundledFace } from "#test/harness/inference/bundled-face.ts";

/** The edge's limit: under it a capture is refused as `face_occluded`. */
const LIMIT = 0.8;

const opened = useBundledFace();
let picture: Raster;
let face: PrincipalFace;

beforeAll(async () => {
  picture = await portrait(SAMPLE_FACES[2]!);
  face = await opened.principalOf(picture);
});

it("an open face shows eyes and mouth", () => {
  expect(face.quality.occlusion).toBeGreaterThan(0.95);
});

it.each(COVER_NAMES)("%s over a face is occlusion", async (cover) => {
  const { principal } = await opened.face.analyze(await coverFace(picture, face.landmarks, cover));
  // A cover may hide the face so well that none is found: then the capture is refused for that.
  expect(principal?.quality.occlusion ?? 0).toBeLessThan(LIMIT);
});

it("a turned head, closed eyes, an open mouth and a smile hide nothing", async () => {
  const head = await headOf(opened.face, await encodeJpeg(picture, 95));
  for (const change of [
    { yaw: 25 },
    { yaw: -25 },
    { pitch: 15 },
    { blink: 1 },
    { openMouth: 1 },
    { smile: 1 },
  ]) {
    const { quality } = await opened.principalOf(await head.show(change));
    expect(quality.occlusion, JSON.stringify(change)).toBeGreaterThan(LIMIT);
  }
});
