import { afterAll, beforeAll, expect, it } from "vitest";
import type { DeviceNet } from "#inference/device/lane/net.ts";
import { seededRandom } from "#lab/material/random.ts";
import { compareInBatch, openPlaced, SAME } from "../../harness/inference/batches.ts";
import { MODELS_DIR } from "../../harness/inference/process.ts";

/** Random batches of each net. */
const BATCHES = 6;

let nets: DeviceNet[];

beforeAll(async () => {
  nets = await openPlaced(MODELS_DIR);
});
afterAll(() => Promise.all(nets.map((net) => net.release())));

it("every placed net gives an item the same answer alone and in any batch", async () => {
  const random = seededRandom(7);
  expect(nets.map(({ info }) => info.task)).toContain("face_template_a");
  for (const net of nets) {
    for (let batch = 0; batch < BATCHES; batch++) {
      const { difference, sameDecision } = await compareInBatch(net, random);
      expect(difference, net.info.task).toBeLessThanOrEqual(SAME);
      expect(sameDecision, net.info.task).toBe(true);
    }
  }
});
