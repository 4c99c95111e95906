import fc from "fast-check";
import { expect, it } from "vitest";
import { bucketFor } from "#inference/gpu-worker/lane/batcher.ts";
import type { Bucket } from "#inference/gpu-worker/messages.ts";
import { PAUSE, simulate, type World, world } from "../world.ts";

/** Worlds that are simulated; each has its own models, arrivals and deadlines. */
const WORLDS = 10_000;

it("answers each item once, runs none past its deadline, and rests while one waits only to be asked again, in 10,000 worlds", () => {
  fc.assert(
    fc.property(world, (each) => {
      const { items, ends } = simulate(each);
      expect(ends.map(({ id }) => id).sort((a, b) => a - b)).toEqual(items.map(({ id }) => id));
      for (const { id, how, at } of ends) {
        if (how === "run") expect(items[id]!.deadline).toBeGreaterThan(at);
        if (how === "late") expect(items[id]!.deadline).toBeLessThanOrEqual(at);
      }
    }),
    { numRuns: WORLDS },
  );
});

it("an item waits only for items that are more urgent, for the batch that runs when it comes, and for the pauses after them", () => {
  const longest = (each: World) => Math.max(...each.models.flat().map(({ time }) => time));
  fc.assert(
    fc.property(world, (each) => {
      const { items, ends } = simulate({ ...each, limit: 1_000 });
      for (const { id, at } of ends) {
        const item = items[id]!;
        const before = items.filter((other) => other.deadline <= item.deadline && other !== item);
        expect(at - item.arrived).toBeLessThanOrEqual((before.length + 1) * (1 + PAUSE) * longest(each));
      }
    }),
    { numRuns: 1_000 },
  );
});

it("takes single items if a batch takes as long as its items, and batches if it does not", () => {
  const processor = [1, 8, 32].map((size) => ({ size, time: size }));
  const gpu = [1, 8, 32].map((size) => ({ size, time: 1 + size / 32 }));
  const sizes = (buckets: Bucket[]) => [1, 2, 7, 8, 20, 40].map((n) => bucketFor(n, buckets).size);
  expect(sizes(processor)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(sizes(gpu)).toEqual([1, 8, 8, 8, 32, 32]);
});
