import { describe, expect, it } from "vitest";
import type { OpenBundle } from "#inference/bundle/open.ts";
import { openPadPipeline } from "#inference/pipelines/face/presentation-attack.ts";
import type { BoundingBox } from "#inference/pipelines/types.ts";
import { portrait } from "#lab/material/faces/portrait.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { useBundledFace } from "#test/harness/inference/bundled-face.ts";
import { scriptedModel, tensor } from "#test/harness/inference/scripted-model.ts";

const opened = useBundledFace();

it("the model bundle has no PAD model: the face is analysed, and there is no score", async () => {
  const pad = await openPadPipeline(opened.bundle, opened.face);
  const assessment = await pad.assess(await portrait(SAMPLE_FACES[0]!));
  expect(assessment.analysis.principal).toBeDefined();
  expect(assessment).not.toHaveProperty("pad");
});

describe("with PAD models", () => {
  const frame = { width: 400, height: 400, data: new Uint8Array(480_000).fill(120) };
  frame.data.fill(250, 0, 400 * 3 * 100);

  /** Models that return 0.9 and 0.5, and a face at the test's position. */
  async function assess(box: BoundingBox | undefined) {
    const models = {
      pad_a: scriptedModel({ probabilities: tensor([0.05, 0.9, 0.05], [1, 3]) }),
      pad_b: scriptedModel({ probabilities: tensor([0.3, 0.5, 0.2], [1, 3]) }),
    };
    const bundle = {
      has: () => true,
      model: (task: "pad_a" | "pad_b") => models[task],
      info: (task: string) => ({ name: task, version: "1" }),
    } as unknown as OpenBundle;
    const faces = box === undefined ? [] : [{ box, confidence: 0.9 }];
    const analysis = { imageWidth: 400, imageHeight: 400, faces };
    const pad = await openPadPipeline(bundle, { analyze: async () => analysis });
    return { assessment: await pad.assess(frame), models };
  }

  it("the score is the mean of both models' probability of a bona fide presentation", async () => {
    const { assessment } = await assess({ x: 150, y: 150, width: 100, height: 100 });
    expect(assessment.pad!.score).toBeCloseTo(0.7, 5);
    expect(assessment.pad!.model).toEqual({ name: "pad_a+pad_b", version: "1+1" });
  });

  it("one model sees 2.7 and the other 4 face boxes, pushed back inside the frame", async () => {
    const { models } = await assess({ x: 150, y: 60, width: 80, height: 80 });
    const rows = (task: "pad_a" | "pad_b") => {
      const { data, dims } = models[task].fed[0]!;
      expect(dims).toEqual([1, 3, 80, 80]);
      return Array.from({ length: 80 }, (_, row) => data[row * 80 + 40]!);
    };
    // The first 100 rows of the frame are bright: 100 of 216 rows, and 100 of 320.
    expect(rows("pad_a").filter((value) => value > 185).length).toBeCloseTo((80 * 100) / 216, -0.5);
    expect(rows("pad_b").filter((value) => value > 185).length).toBeCloseTo((80 * 100) / 320, -0.5);
  });

  it("near an edge the view stays inside the frame instead of showing black", async () => {
    const { models } = await assess({ x: 330, y: 330, width: 80, height: 80 });
    expect(Math.min(...(models.pad_a.fed[0]!.data as Float32Array))).toBeGreaterThan(100);
  });

  it("there is no score without a face, for a small one, or for one that leaves no scene around it", async () => {
    for (const box of [
      undefined,
      { x: 100, y: 100, width: 60, height: 90 },
      { x: 50, y: 20, width: 240, height: 300 },
    ]) {
      const { assessment, models } = await assess(box);
      expect(assessment).not.toHaveProperty("pad");
      expect(models.pad_a.fed).toHaveLength(0);
    }
  });
});
