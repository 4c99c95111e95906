import { afterAll, beforeAll, expect, it } from "vitest";
import type { GpuModel } from "#inference/gpu-worker/lane/model.ts";
import { seededRandom } from "#lab/material/random.ts";
import { compareInBatch, openPlaced, SAME } from "../../harness/inference/batches.ts";
import { MODELS_DIR } from "../../harness/inference/process.ts";

/** Random batches of each model. */
const BATCHES = 6;

let models: GpuModel[];

beforeAll(async () => {
  models = await openPlaced(MODELS_DIR);
});
afterAll(() => Promise.all(models.map((model) => model.release())));

it("every placed model gives an item the same answer alone and in any batch", async () => {
  const random = seededRandom(7);
  expect(models.map(({ info }) => info.task)).toContain("face_template_a");
  for (const model of models) {
    for (let batch = 0; batch < BATCHES; batch++) {
      const { difference, sameDecision } = await compareInBatch(model, random);
      expect(difference, model.info.task).toBeLessThanOrEqual(SAME);
      expect(sameDecision, model.info.task).toBe(true);
    }
  }
});
