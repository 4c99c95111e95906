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
 * Collects everything where this thread has taken much since the last time. V8 sees no need: planes and
 * tensors lie outside of its heap, and it lets hundreds of megabytes of them stand until the next ones come.
 * What libraries hold in native memory goes in the thread's next turn.
 */
export function collectMuch(): void {
  left = Math.min(left, taken());
  if (taken() - left < MUCH) return;
  collectEverything();
  left = taken();
}

/** Bytes of objects and of what lies outside of V8's heap. */
function taken(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/**
 * Keeps this thread's collections of young objects short. V8 lets the young generation grow to 32 MB where
 * much of it lives on, as calls that wait do, and then stops for 25 to 45 ms to copy what lives; at its first
 * size it stops for 1 to 2 ms, some 25 times a second under full load. A process that answers health checks
 * must not stop for longer.
 */
export function keepPausesShort(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  // Loading the modules has made it grow.
  collectEverything();
}
