import type { Box } from "../../geometry/boxes.ts";

/** Looks that are asked for, by the names of their measures, of an upload whose document lies there. */
export interface LookRequest {
  readonly content: Uint8Array;
  readonly document: Box;
  readonly measures: readonly string[];
}

/** What each measure's look gave, by its name. */
export type Looks = Readonly<Record<string, unknown>>;

/** Another engine, while it has nothing to do. */
export interface Helper {
  /** Undefined where no engine was idle, or it came to nothing: then it is the asker's own work. Never rejects. */
  look(request: LookRequest): Promise<Looks | undefined>;
}

/** Where there is no other engine. */
export const ALONE: Helper = { look: async () => undefined };
