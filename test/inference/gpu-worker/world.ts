import fc from "fast-check";
import { Batcher } from "#inference/gpu-worker/lane/batcher.ts";
import type { Bucket } from "#inference/gpu-worker/messages.ts";

interface Arrival {
  readonly at: number;
  readonly model: number;
  readonly patience: number;
}

/** The items of a GPU worker, with their times of arrival. */
export interface World {
  readonly models: readonly (readonly Bucket[])[];
  readonly limit: number;
  readonly arrivals: readonly Arrival[];
}

interface Item {
  readonly id: number;
  readonly model: number;
  readonly arrived: number;
  readonly deadline: number;
}

/** An item's result, and its time. */
interface End {
  readonly id: number;
  readonly how: "run" | "late" | "refused";
  readonly at: number;
}

/** Shares of the last batch's time: a pausing worker's poll interval, and its longest pause. */
const LOOK = 0.01;
export const PAUSE = 0.05 + 2 * LOOK;

const buckets = fc
  .record({ first: fc.integer({ min: 1, max: 20 }), growth: fc.double({ min: 0, max: 1.5, noNaN: true }) })
  .map(({ first, growth }) => [1, 8, 32].map((size) => ({ size, time: first * (1 + (size - 1) * growth) })));

export const world: fc.Arbitrary<World> = fc.record({
  models: fc.array(buckets, { minLength: 1, maxLength: 4 }),
  limit: fc.integer({ min: 1, max: 40 }),
  arrivals: fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 300 }),
      model: fc.nat(3),
      patience: fc.integer({ min: 0, max: 200 }),
    }),
    { maxLength: 60 },
  ),
});

/**
 * Runs a worker with one thread in a world. Throws if it rests while an item waits, except for the pause
 * after a batch, breaks the bound, mixes models, or runs an item while a more urgent one waits.
 */
export function simulate({ models, limit, arrivals }: World): { items: Item[]; ends: End[] } {
  const batcher = new Batcher<Item>(models, limit);
  const items = arrivals
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, model, patience }, id) => ({
      id,
      model: model % models.length,
      arrived: at,
      deadline: at + patience,
    }));
  const ends: End[] = [];
  /** How long the last batch took, and how long the GPU worker has paused since. */
  let [took, paused] = [0, 0];
  const waiting = new Set<Item>();
  const end = (how: End["how"], at: number, ended: readonly Item[]) => {
    for (const item of ended) waiting.delete(item);
    ends.push(...ended.map(({ id }) => ({ id, how, at })));
  };
  const arrive = (item: Item, now: number) => {
    const hasRoom = waiting.size < limit;
    check(batcher.add(item.model, item) === hasRoom, "the bound was not kept");
    if (hasRoom) waiting.add(item);
    else end("refused", now, [item]);
  };
  let now = 0;
  for (let next = 0; next < items.length || waiting.size > 0; ) {
    if (waiting.size === 0) now = Math.max(now, items[next]!.arrived);
    for (; next < items.length && items[next]!.arrived <= now; next++) arrive(items[next]!, now);
    if (batcher.expectsMore(now)) {
      paused += LOOK * took;
      check(paused <= PAUSE * took, "the GPU worker rests longer than its askers have to come again");
      now += LOOK * took;
      continue;
    }
    const { late, batch } = batcher.take(now);
    end("late", now, late);
    check(batch !== undefined || waiting.size === 0, "the GPU worker rests while something waits");
    if (batch === undefined) continue;
    end("run", now, batch.items);
    check(isUrgent(batch.items, waiting), "something more urgent waits");
    check(
      batch.items.every(({ model }) => model === batch.model),
      "a batch mixes models",
    );
    const bucket = models[batch.model]!.find(({ size }) => size === batch.size);
    check(batch.items.length > 0 && batch.items.length <= (bucket?.size ?? 0), "a batch fits no bucket");
    [took, paused] = [bucket!.time, 0];
    now += took;
    batcher.ran(batch.items.length, took, now);
  }
  return { items, ends };
}

/** Whether no waiting item has an earlier deadline than a taken one. */
function isUrgent(taken: readonly Item[], waiting: Iterable<Item>): boolean {
  const first = Math.min(...taken.map(({ deadline }) => deadline));
  return [...waiting].every(({ deadline }) => deadline >= first);
}

function check(holds: boolean, fault: string): void {
  if (!holds) throw new Error(fault);
}
