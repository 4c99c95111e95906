import type { DataKeyRow, PassState } from "../../../store/data-keys/data-keys.ts";

/** A retired key's list is looked through once more as long as it is in the ring: a straggler may seal. */
const AGAIN_MS = 24 * 60 * 60 * 1000;
/** What does not open is tried again after this time: nothing but an operator's change will open it. */
const RETRY_MS = 60 * 60 * 1000;

/** Whether a whole pass found everything sealed by its key. */
export const isClean = ({ endedAt, turned, unopened }: PassState) =>
  endedAt !== null && turned === 0 && unopened === 0;

/**
 * The pass to go on with, or a new one from the first place; null where nothing is to be done now. Passes
 * follow each other until one is clean: what a slower process sealed with an older key during a pass is found
 * by the next.
 */
export function duePass(row: DataKeyRow, keys: number, firstPlace: string, now: number): PassState | null {
  if (row.place !== null) return row;
  const first = {
    place: firstPlace,
    after: null,
    seen: 0,
    turned: 0,
    unopened: 0,
    startedAt: now,
    endedAt: null,
  };
  if (row.endedAt === null) return first;
  if (isClean(row)) return keys > 1 && now >= row.endedAt + AGAIN_MS ? first : null;
  return row.unopened === 0 || now >= row.endedAt + RETRY_MS ? first : null;
}
