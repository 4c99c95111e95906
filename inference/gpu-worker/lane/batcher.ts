import type { Bucket } from "../messages.ts";

/** Something to run before its deadline, by the clock that `take` is given. */
interface Timed {
  readonly deadline: number;
}

interface Batch<Item> {
  readonly model: number;
  /** At least as large as the number of items; the rest is padding. */
  readonly size: number;
  /** Earliest deadline first. */
  readonly items: readonly Item[];
}

interface Taken<Item> {
  /** Items whose deadline has passed: no caller waits for them. */
  readonly late: readonly Item[];
  readonly batch: Batch<Item> | undefined;
}

/**
 * A larger bucket is used only if it answers this many times as many items a second as a smaller one, because
 * each item waits for its whole batch.
 */
const WORTH = 1.1;
/** The share of a batch's time for which its askers are expected to ask again. */
const LINGER = 0.05;

/**
 * The queues of a GPU worker, one for each model. The model whose first item has the earliest deadline runs
 * next, with as many items as are answered fastest together by the measured times. If a batch takes as long
 * as its items one by one, that is one item. On a GPU, where a batch costs little more than one item, it is
 * all of them. A CPU has models of both kinds.
 *
 * A single item never waits for others. After a batch, the callers that it answered get a moment to send
 * again. Otherwise the one item that arrived meanwhile would run alone, and all of theirs would wait for it.
 */
export class Batcher<Item extends Timed> {
  readonly #models: readonly (readonly Bucket[])[];
  readonly #queues: readonly Item[][];
  readonly #limit: number;
  /** Items that were answered together last, and until when as many are expected. */
  #company = { items: 0, until: 0 };

  /** The buckets of each model, smallest first, and how many items may wait in all. */
  constructor(models: readonly (readonly Bucket[])[], limit: number) {
    this.#models = models;
    this.#queues = models.map(() => []);
    this.#limit = limit;
  }

  get length(): number {
    return this.#queues.reduce((sum, queue) => sum + queue.length, 0);
  }

  /** False if too many items wait already. */
  add(model: number, item: Item): boolean {
    if (this.length >= this.#limit) return false;
    const queue = this.#queues[model]!;
    const after = queue.findLastIndex(({ deadline }) => deadline <= item.deadline);
    queue.splice(after + 1, 0, item);
    return true;
  }

  /** A batch was run, and its items are answered. */
  ran(items: number, took: number, now: number): void {
    this.#company = { items, until: items > 1 ? now + LINGER * took : now };
  }

  /** Whether more will have come in a moment than waits now. */
  expectsMore(now: number): boolean {
    return this.length < this.#company.items && now < this.#company.until;
  }

  /** The items to run now, and the items that are too late. */
  take(now: number): Taken<Item> {
    const late = this.#queues.flatMap((queue) => queue.splice(0, countLate(queue, now)));
    const model = this.#mostUrgent();
    if (model === undefined) return { late, batch: undefined };
    const queue = this.#queues[model]!;
    const { size } = bucketFor(queue.length, this.#models[model]!);
    return { late, batch: { model, size, items: queue.splice(0, size) } };
  }

  #mostUrgent(): number | undefined {
    let best: number | undefined;
    for (const [model, [first]] of this.#queues.entries()) {
      if (first === undefined) continue;
      if (best === undefined || first.deadline < this.#queues[best]![0]!.deadline) best = model;
    }
    return best;
  }
}

function countLate(queue: readonly Timed[], now: number): number {
  const first = queue.findIndex(({ deadline }) => deadline > now);
  return first < 0 ? queue.length : first;
}

/**
 * The bucket with the most items a second for this many waiting items; among nearly equal ones the smallest.
 */
export function bucketFor(waiting: number, buckets: readonly Bucket[]): Bucket {
  const rate = ({ size, time }: Bucket) => Math.min(size, waiting) / time;
  return buckets.reduce((best, bucket) => (rate(bucket) > WORTH * rate(best) ? bucket : best));
}
