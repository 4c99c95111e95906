import { beforeAll, describe, expect, it } from "vitest";
import { depthShown, movementBetween } from "#edge/verdicts/liveness/motion/parallax.ts";
import { encodeJpeg } from "#inference/imaging/encode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import type { PrincipalFace } from "#inference/pipelines/types.ts";
import { COVER_NAMES, coverFace } from "#lab/material/faces/face-cover.ts";
import { type Presentation, presentPrint } from "#lab/material/faces/flat-photo.ts";
import { type HeadChange, headOf, type WarpedHead } from "#lab/material/faces/head-warp.ts";
import { portrait } from "#lab/material/faces/portrait.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { compare, useBundledFace } from "#test/harness/inference/bundled-face.ts";

/** The edge's limit: under it a capture is rejected as `face_occluded`. */
const LIMIT = 0.8;

const opened = useBundledFace();

describe.each([0, 3])("the person of sample face %i", (index) => {
  let photo: Buffer;
  let head: WarpedHead;
  let still: PrincipalFace;

  beforeAll(async () => {
    photo = await encodeJpeg(await portrait(SAMPLE_FACES[index]!), 95);
    still = await opened.principalOf(photo);
    head = await headOf(opened.face, photo);
  });

  const shown = async (change: HeadChange) => opened.principalOf(await head.show(change));
  const printed = async (held: Partial<Presentation>) => opened.principalOf(await presentPrint(photo, held));
  const depth = (face: PrincipalFace) => depthShown(movementBetween(still.landmarks, face.landmarks));

  it("turns left and right by about what was asked, and stays the same person", async () => {
    for (const yaw of [-30, -20, 20, 30]) {
      const face = await shown({ yaw });
      const change = (face.pose.yaw - still.pose.yaw) * Math.sign(yaw);
      expect(change).toBeGreaterThan(0.55 * Math.abs(yaw));
      expect(change).toBeLessThan(1.4 * Math.abs(yaw));
      expect(Math.abs(face.pose.pitch - still.pose.pitch)).toBeLessThan(10);
      expect(compare(face, still)).toBeGreaterThan(0.88);
      expect(depth(face)).toBeGreaterThan(0.09);
    }
  });

  it("looks up and down by about what was asked", async () => {
    for (const pitch of [-20, 20]) {
      const change = ((await shown({ pitch })).pose.pitch - still.pose.pitch) * Math.sign(pitch);
      expect(Math.abs(change - 20)).toBeLessThan(6);
    }
  });

  it("as a print turns no head and shows no depth, however the print is held", async () => {
    for (const held of [
      { yaw: -40 },
      { yaw: 40 },
      { pitch: 30 },
      { roll: 8, right: 0.05, zoom: 0.9, jpeg: 50 },
      { bend: 60, yaw: 10 },
      { arch: 60, pitch: -10 },
    ]) {
      const print = await printed(held);
      expect(Math.abs(print.pose.yaw - still.pose.yaw)).toBeLessThan(10);
      expect(Math.abs(print.pose.pitch - still.pose.pitch)).toBeLessThan(6);
      expect(compare(print, still)).toBeGreaterThan(0.93);
      expect(depth(print)).toBeLessThan(0.06);
    }
  });
});

describe("what hides a face", () => {
  let image: Raster;
  let face: PrincipalFace;

  beforeAll(async () => {
    image = await portrait(SAMPLE_FACES[2]!);
    face = await opened.principalOf(image);
  });

  it("an open face shows eyes and mouth", () => {
    expect(face.quality.occlusion).toBeGreaterThan(0.95);
  });

  it.each(COVER_NAMES)("%s over a face is occlusion", async (cover) => {
    const { principal } = await opened.face.analyze(await coverFace(image, face.landmarks, cover));
    // A cover may hide the face so well that none is found: then the capture is rejected for that.
    expect(principal?.quality.occlusion ?? 0).toBeLessThan(LIMIT);
  });

  it("a turned head, closed eyes, an open mouth and a smile hide nothing", async () => {
    const head = await headOf(opened.face, await encodeJpeg(image, 95));
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
});
