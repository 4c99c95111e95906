import type { Box } from "../../geometry/boxes.ts";

/** A request for the looks of the named measures, of an upload with this document. */
export interface LookRequest {
  readonly content: Uint8Array;
  readonly document: Box;
  readonly measures: readonly string[];
}

/** Result of each measure's look, by the measure's name. */
export type Looks = Readonly<Record<string, unknown>>;

/** Another engine that may be idle. */
export interface Helper {
  /**
   * Undefined where no engine was idle or the other engine failed: then the caller does the work. Never
   * rejects.
   */
  look(request: LookRequest): Promise<Looks | undefined>;
}

/** Stands for the absence of another engine. */
export const ALONE: Helper = { look: async () => undefined };
