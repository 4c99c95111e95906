import { ApiError, type ErrorCode } from "../../errors.ts";
import type { InferenceCaller, Priority } from "../../inference/port.ts";
import type { Scope } from "../../scope.ts";
import { tenantKey } from "./tenant-key.ts";

/** Failures that are no refusal of what the caller sent, or that a picture itself brought about. */
const FAILURES: readonly ErrorCode[] = ["service_unavailable", "internal_error", "image_not_processable"];

/**
 * One call's use of inference: on whose behalf, how urgent, and whether an engine worked on the call's
 * pictures.
 */
export class EngineUse implements InferenceCaller {
  readonly tenant: string;
  readonly priority: Priority;
  #isTaken = false;
  #isWritten = false;

  private constructor(tenant: string, priority: Priority) {
    this.tenant = tenant;
    this.priority = priority;
  }

  static async by(scope: Scope, priority: Priority): Promise<EngineUse> {
    return new EngineUse(await tenantKey(scope), priority);
  }

  engineTook(): void {
    this.#isTaken = true;
  }

  /** The result is being written: its batch counts the call, even where nobody learns that it was written. */
  writes(): void {
    this.#isWritten = true;
  }

  /**
   * Whether the call counts although it failed with this error (contract §10.2): otherwise pictures that
   * bring engines down, or keep them until the deadline, would be free.
   */
  countsIn(error: unknown): boolean {
    const isFailure = !(error instanceof ApiError) || FAILURES.includes(error.code);
    return this.#isTaken && !this.#isWritten && isFailure;
  }
}
