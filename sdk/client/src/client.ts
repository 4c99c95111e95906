import { createCaller } from "../../core/call.ts";
import type { CallOptions, Settings } from "../../core/settings.ts";
import { systemClock } from "../../core/time.ts";
import { type Capture, checkBodyOf } from "../../core/wire/frames.ts";
import type {
  DetectFraudBody,
  ExamineDocumentBody,
  IssueChallengeBody,
  ScanDocumentBody,
} from "../../gen/operations.ts";
import { type TokenProvider, tokenSource } from "./token-source.ts";

export interface ClientOptions extends Settings {
  /** A session token, or a function that fetches one from the app's own server. */
  readonly token: string | TokenProvider;
  /** Milliseconds that the provider may take. Default: 30,000. */
  readonly tokenTimeoutMs?: number | undefined;
}

export type Client = ReturnType<typeof createClient>;

/**
 * The API for a person's device: the calls of one verification (contract §2.6). Throws a TypeError for
 * options that cannot be right.
 */
export function createClient({ token, tokenTimeoutMs = 30_000, ...settings }: ClientOptions) {
  const credential = tokenSource(token, tokenTimeoutMs, systemClock);
  const call = createCaller<"answerToToken">(settings, credential);
  return {
    /** The verification as the device is told it. */
    verification: (id: string, options?: CallOptions) => call("readVerification", { path: { id } }, options),
    /** Reads and judges a document's front and perhaps its back in one call. */
    document: (id: string, body: ExamineDocumentBody, options?: CallOptions) =>
      call("examineDocument", { path: { id }, body }, options),
    scan: (body: ScanDocumentBody, options?: CallOptions) => call("scanDocument", { body }, options),
    detectFraud: (body: DetectFraudBody, options?: CallOptions) => call("detectFraud", { body }, options),
    /** A challenge for a check in the mode `challenge`: good for 120 seconds, once. */
    challenge: (body: IssueChallengeBody = {}, options?: CallOptions) =>
      call("issueChallenge", { body }, options),
    liveness: (capture: Capture, options?: CallOptions) =>
      call("checkLiveness", { body: checkBodyOf(capture) }, options),
  };
}
