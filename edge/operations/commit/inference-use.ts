import { ApiError, type ErrorCode } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import { sha256Hex } from "../../crypto/hashing.ts";
import type { InferenceCaller, Priority } from "../../inference/port.ts";
import type { PartName, Verification } from "../../verification/types.ts";

/** Failures that are not a rejection of the caller's input, or that an image itself caused. */
const FAILURES: readonly ErrorCode[] = ["service_unavailable", "internal_error", "image_not_processable"];

/** The parts of a verification that a call's images are judged for. */
export interface JudgedParts {
  readonly verification: Verification;
  readonly parts: readonly PartName[];
  /** The time of the check, in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * One call's use of inference: its tenant, priority, purpose, and whether a worker has processed its images.
 */
export class InferenceUse implements InferenceCaller {
  readonly tenant: string;
  readonly priority: Priority;
  #judged: JudgedParts | null = null;
  #isTaken = false;
  #isWritten = false;

  private constructor(tenant: string, priority: Priority) {
    this.tenant = tenant;
    this.priority = priority;
  }

  static async by(scope: Scope, priority: Priority): Promise<InferenceUse> {
    return new InferenceUse(await tenantKey(scope), priority);
  }

  inferenceUsed(): void {
    this.#isTaken = true;
  }

  /** The call is a check of these parts: a counted failure is a capture of each of them. */
  judges(parts: JudgedParts): void {
    this.#judged = parts;
  }

  /** Null outside a verification, and before its check was opened. */
  get judged(): JudgedParts | null {
    return this.#judged;
  }

  /** The result is being written: its batch counts the call, even if the caller never gets the answer. */
  writes(): void {
    this.#isWritten = true;
  }

  /**
   * Whether the call counts although it failed with this error (contract §10.2): otherwise images that crash
   * workers, or occupy them until the deadline, would be free.
   */
  countsIn(error: unknown): boolean {
    const isFailure = !(error instanceof ApiError) || FAILURES.includes(error.code);
    return this.#isTaken && !this.#isWritten && isFailure;
  }
}

/**
 * An opaque name of a tenant, 32 hexadecimal digits. Inference uses it to share its workers fairly among
 * tenants, and learns nothing else of them.
 */
const tenantKey = async ({ tenantId }: Scope): Promise<string> => (await sha256Hex(tenantId)).slice(0, 32);

/** Inference's name of a gallery: templates of other tenants, modes or versions are never compared. */
export const galleryKey = ({ tenantId, mode }: Scope, templateVersion: string) =>
  `${tenantId}/${mode}/${templateVersion}`;
