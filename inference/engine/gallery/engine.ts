import type { ForgottenFace, GalleryAnswer, GalleryRequest, Totals } from "../../gallery/messages.ts";

/** What has the galleries: a thread of this process, or a server. */
export interface GalleryEngine {
  /** Requests that it is given at once. The others wait for their turn. */
  readonly atOnce: number;
  readonly totals: Totals;
  /** Whether it has copies of faces beyond this host's memory and sealed disk. */
  readonly isElsewhere: boolean;
  /**
   * Takes requests in their order. Throws `GalleryRefusal`, `GalleryAway`, or `EngineFailure` when it died.
   * Vectors of the request are its own from then on.
   */
  answer(request: GalleryRequest): Promise<GalleryAnswer>;
  /** Removes deleted registrations after the requests that came before. Throws as `answer` does. */
  forget(faces: readonly ForgottenFace[]): Promise<void>;
  close(): Promise<void>;
}
