import type { Call } from "../engine/queue/job.ts";

/** One call: how long its caller waits, and its tenant. */
export interface RpcCall extends Call {
  /** Opaque; undefined where the caller names no tenant: then nothing is kept for a later call. */
  readonly tenant: string | undefined;
}
