import type { Caller } from "../../../core/call.ts";
import type { CallOptions } from "../../../core/settings.ts";
import { type Capture, checkBodyOf } from "../../../core/wire/frames.ts";
import {
  checkLiveness,
  deleteLivenessResult,
  type IssueChallengeBody,
  issueChallenge,
  readLivenessResult,
} from "../../../gen/operations.ts";

/** Whether a living person is in front of the camera (contract §5). */
export const liveness = (call: Caller<"answer">) => ({
  check: (capture: Capture, options?: CallOptions) =>
    call(checkLiveness, { body: checkBodyOf(capture) }, options),
  /** A challenge for a check in the mode `challenge`: good for 120 seconds, once. */
  issueChallenge: (body: IssueChallengeBody = {}, options?: CallOptions) =>
    call(issueChallenge, { body }, options),
  /** Counts against the usage cap. */
  retrieve: (id: string, options?: CallOptions) => call(readLivenessResult, { path: { id } }, options),
  /** Findings, face and images are gone for good. */
  delete: (id: string, options?: CallOptions) => call(deleteLivenessResult, { path: { id } }, options),
});
