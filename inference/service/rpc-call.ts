import type { Call } from "../engine/job.ts";

/** One call: until when its caller waits, and for whom it asks. */
export interface RpcCall extends Call {
  /** Opaque; null where the caller does not say: then nothing is kept for a later call. */
  readonly tenant: string | null;
}
