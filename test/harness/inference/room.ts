import { LEAST_SIZE } from "#inference/workers/job.ts";

const MIB = 1024 * 1024;

/** Bytes of memory in which so many small requests of one tenant may wait: as much stays free. */
export const roomFor = (requests: number) => Math.floor((2 * requests + 0.5) * LEAST_SIZE);

/** The same as a setting of the service. */
export const queueFor = (requests: number) => ({ QUEUE_MEMORY: `${roomFor(requests) / MIB}` });
