import { Figures } from "./figures.ts";

/** What an isolate knows of itself. */
export class Instance {
  readonly figures = new Figures();
  /** Whether its process is about to stop, so that calls should go elsewhere. */
  isLeaving = false;
}

/**
 * This isolate's own. It is no part of the services: those are opened by bindings, and each entrypoint of the
 * Worker has an object of these for itself.
 */
export const instance = new Instance();
