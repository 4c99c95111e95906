import { beforeAll, describe, expect, it } from "vitest";
import { encodeJpeg } from "../../inference/imaging/resize.ts";
import type { PrincipalFace } from "../../inference/pipelines/types.ts";
import { compare, useBundledFace } from "../inference/pipelines/bundled-face.ts";
import { turnPrint } from "./flat-photo.ts";
import { turnHead } from "./head-turn.ts";
import { portrait } from "./portrait.ts";
import { SAMPLE_FACES } from "./sample-faces.ts";

const opened = useBundledFace();

describe.each([0, 3])("the person of sample face %i", (index) => {
  let photo: Buffer;
  let still: PrincipalFace;

  beforeAll(async () => {
    photo = await encodeJpeg(await portrait(SAMPLE_FACES[index]!), 95);
    still = await opened.principalOf(photo);
  });

  const turned = async (yaw: number, pitch: number) =>
    opened.principalOf(await turnHead(opened.face, photo, { yaw, pitch }));
  const tilted = async (yaw: number, pitch: number) =>
    opened.principalOf(await turnPrint(photo, { yaw, pitch }));

  it("turns left and right by about what was asked, and stays the same person", async () => {
    for (const yaw of [-30, -20, 20, 30]) {
      const head = await turned(yaw, 0);
      const change = (head.pose.yaw - still.pose.yaw) * Math.sign(yaw);
      expect(change).toBeGreaterThan(0.55 * Math.abs(yaw));
      expect(change).toBeLessThan(1.4 * Math.abs(yaw));
      expect(Math.abs(head.pose.pitch - still.pose.pitch)).toBeLessThan(10);
      expect(compare(head, still)).toBeGreaterThan(0.88);
    }
  });

  it("looks up and down by about what was asked", async () => {
    for (const pitch of [-20, 20]) {
      const change = ((await turned(0, pitch)).pose.pitch - still.pose.pitch) * Math.sign(pitch);
      expect(change).toBeGreaterThan(14);
      expect(change).toBeLessThan(26);
    }
  });

  it("as a flat print does not turn its head, however the print is turned", async () => {
    for (const [yaw, pitch] of [
      [-40, 0],
      [40, 0],
      [0, 30],
    ] as const) {
      const print = await tilted(yaw, pitch);
      expect(Math.abs(print.pose.yaw - still.pose.yaw)).toBeLessThan(10);
      expect(Math.abs(print.pose.pitch - still.pose.pitch)).toBeLessThan(6);
      expect(compare(print, still)).toBeGreaterThan(0.93);
    }
  });
});

it("a photo without a face cannot be turned", async () => {
  const wall = await encodeJpeg({ width: 300, height: 300, data: new Uint8Array(270_000).fill(120) });
  await expect(turnHead(opened.face, wall, { yaw: 20, pitch: 0 })).rejects.toThrow(RangeError);
});
