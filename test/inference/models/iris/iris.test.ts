import { beforeAll, describe, expect, it } from "vitest";
import { LIVENESS_LIMITS } from "#edge/verdicts/liveness/levels.ts";
import { expressionChange } from "#edge/verdicts/liveness/motion/expression.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import { encodeJpeg } from "#inference/imaging/encode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { refineEyes } from "#inference/models/iris.ts";
import { headOf, type WarpedHead } from "#lab/material/faces/head-warp.ts";
import { portrait } from "#lab/material/faces/portrait.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { useBundledFace } from "#test/harness/inference/bundled-face.ts";

const opened = useBundledFace();
const { closedEyes } = LIVENESS_LIMITS.standard;

async function refined(image: Raster) {
  const { landmarks } = await opened.principalOf(image);
  return { landmarks, closer: await refineEyes(opened.bundle.model("eye_contours"), image, landmarks) };
}

describe("a closer look at the eyes", () => {
  let photo: Raster;
  let head: WarpedHead;
  beforeAll(async () => {
    photo = await portrait(SAMPLE_FACES[0]!);
    head = await headOf(opened.face, await encodeJpeg(photo, 95));
  });

  it("moves the edges of both eyes' lids a little, and nothing else", async () => {
    const { landmarks, closer } = await refined(photo);
    const eyes = Math.hypot(landmarks[33]!.x - landmarks[263]!.x, landmarks[33]!.y - landmarks[263]!.y);
    const moved = closer.map((point, n) => Math.hypot(point.x - landmarks[n]!.x, point.y - landmarks[n]!.y));
    expect(moved.filter((distance) => distance > 0)).toHaveLength(32);
    expect(Math.max(...moved) / eyes).toBeLessThan(0.08);
    expect(closer.map(({ z }) => z)).toEqual(landmarks.map(({ z }) => z));
  });

  it("detects closed eyes that the mesh alone shows half open", async () => {
    const [before, after] = [
      await refined(photo),
      await refined(await decodeImage(await head.show({ blink: 1 }))),
    ];
    expect(expressionChange(before.landmarks, after.landmarks).closedEyes).toBeLessThan(closedEyes);
    expect(expressionChange(before.closer, after.closer).closedEyes).toBeGreaterThan(closedEyes);
  });

  it("sees no closed eyes while the head turns, smiles or opens the mouth", async () => {
    const before = await refined(photo);
    for (const change of [{ yaw: 10 }, { pitch: -10 }, { smile: 1 }, { openMouth: 1 }]) {
      const after = await refined(await decodeImage(await head.show(change)));
      expect(expressionChange(before.closer, after.closer).closedEyes).toBeLessThan(closedEyes);
    }
  });
});
