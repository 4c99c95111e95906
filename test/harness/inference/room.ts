import { LEAST_SIZE } from "../../../inference/engine/queue/piece.ts";

const MIB = 1024 * 1024;

/** Bytes of memory in which so many small requests may wait, and no more. */
export const roomFor = (requests: number) => Math.floor((requests + 0.9) * LEAST_SIZE);

/** The same as a setting of the service. */
export const queueFor = (requests: number) => ({ QUEUE_MEMORY: `${roomFor(requests) / MIB}` });
