import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects all that this thread has no need of, and gives up the half of the young generation that was copied
 * from, which only this flavor does.
 */
function collectEverything(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  collect({ type: "major", flavor: "last-resort" });
}

/** Bytes of garbage, at most, that stay until V8 collects by itself. */
const MUCH = 96 * 2 ** 20;
/** The fewest bytes that were seen since the last collection: V8 may have collected by itself. */
let left = Number.POSITIVE_INFINITY;

/**
 * Collects garbage if this thread has allocated much since the last time. V8 does not collect by itself:
 * planes and tensors lie outside of its heap, and it keeps hundreds of megabytes of them until more arrive.
 * Native memory of libraries is released in the thread's next turn.
 */
export function collectMuch(): void {
  left = Math.min(left, taken());
  if (taken() - left < MUCH) return;
  collectEverything();
  left = taken();
}

/** Bytes of objects, and of memory outside of V8's heap. */
function taken(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/**
 * Keeps this thread's collections of young objects short. V8 lets the young generation grow to 32 MB if many
 * objects survive, as waiting calls do, and then pauses for 25 to 45 ms to copy them. At its initial size it
 * pauses for 1 to 2 ms, about 25 times a second under full load. A process that answers health checks must
 * not pause for longer.
 */
export function keepPausesShort(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  // Loading the modules has made it grow.
  collectEverything();
}
