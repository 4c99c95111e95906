import { createCaller } from "../../core/call.ts";
import type { CallOptions, Held, Settings } from "../../core/settings.ts";
import { systemClock } from "../../core/time.ts";
import { type Capture, checkBodyOf } from "../../core/wire/frames.ts";
import { sendingWith } from "../../core/wire/progress.ts";
import {
  beginHandoff,
  type CheckCredentialBody,
  type ContestVerificationBody,
  checkCredential,
  checkLiveness,
  contestVerification,
  type DetectFraudBody,
  detectFraud,
  type ExamineDocumentBody,
  endHandoff,
  examineDocument,
  type GiveConsentBody,
  giveConsent,
  type IssueChallengeBody,
  issueChallenge,
  issueChipChallengeOfVerification,
  nextOfVerification,
  type PresentChipBody,
  presentChip,
  type ReadCapturePageQuery,
  readCapturePage,
  readCredentialRequest,
  readHandoff,
  readVerification,
  requestCredential,
  type ScanDocumentBody,
  scanDocument,
  withdrawConsent,
} from "../../gen/operations.ts";
import type { Next } from "../../gen/schemas.ts";
import { type TokenProvider, tokenSource } from "./token-source.ts";
import { type WatchOptions, watch } from "./watch.ts";

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
  const call = createCaller<"answerToToken">(settings, credential, systemClock, sendingWith);
  return {
    /** The verification as the device may see it. */
    verification: (id: string, options?: CallOptions) => call(readVerification, { path: { id } }, options),
    /** The person's next step; not metered. */
    next: (id: string, options?: CallOptions) => call(nextOfVerification, { path: { id } }, options),
    /** The person's next step, now and whenever it changes, until nothing is left to do for them. */
    watch: (id: string, options: WatchOptions = {}) => {
      const { signal } = options;
      const read = (held: Held): Promise<Next | undefined> =>
        call(nextOfVerification, { path: { id } }, { signal, held });
      return watch(read, systemClock, options);
    },
    /** The tenant's name, colours and the consent text in a language. */
    page: (query: ReadCapturePageQuery = {}, options?: CallOptions) =>
      call(readCapturePage, { query }, options),
    /** Records that the person agreed to the text that they were shown. */
    consent: (id: string, body: GiveConsentBody, options?: CallOptions) =>
      call(giveConsent, { path: { id }, body }, options),
    /** Asks for a decision by a human, after the service has declined: once, if the policy allows it. */
    contest: (id: string, body: ContestVerificationBody = {}, options?: CallOptions) =>
      call(contestVerification, { path: { id }, body }, options),
    /** Withdraws the consent: the verification is canceled, and its data are erased. */
    withdrawConsent: (id: string, options?: CallOptions) => call(withdrawConsent, { path: { id } }, options),
    /** Reads and judges a document's front and perhaps its back in one call. */
    document: (id: string, body: ExamineDocumentBody, options?: CallOptions) =>
      call(examineDocument, { path: { id }, body }, options),
    /** Eight bytes that the document's chip signs: good for 120 seconds, once, with this token. */
    chipChallenge: (id: string, options?: CallOptions) =>
      call(issueChipChallengeOfVerification, { path: { id } }, options),
    /** A request to the person's wallets, for `navigator.credentials.get`; good for 180 seconds, once. */
    requestCredential: (id: string, options?: CallOptions) =>
      call(requestCredential, { path: { id } }, options),
    /** Whether a wallet that was opened by `wallet_url` has answered: call it every other second. */
    credentialRequest: (id: string, requestId: string, options?: CallOptions) =>
      call(readCredentialRequest, { path: { id, request_id: requestId } }, options),
    /** A wallet's answer, in place of photos. */
    credential: (id: string, body: CheckCredentialBody, options?: CallOptions) =>
      call(checkCredential, { path: { id }, body }, options),
    /** The files of the document's chip, which the app has read. */
    chip: (id: string, body: PresentChipBody, options?: CallOptions) =>
      call(presentChip, { path: { id }, body }, options),
    scan: (body: ScanDocumentBody, options?: CallOptions) => call(scanDocument, { body }, options),
    detectFraud: (body: DetectFraudBody, options?: CallOptions) => call(detectFraud, { body }, options),
    /** A challenge for a check in the mode `challenge`: good for 120 seconds, once. */
    challenge: (body: IssueChallengeBody = {}, options?: CallOptions) =>
      call(issueChallenge, { body }, options),
    /** Begins to hand over to a phone: a code to show, which is new every 25 seconds. */
    beginHandoff: (options?: CallOptions) => call(beginHandoff, {}, options),
    /** The state of a handoff, with the code or the number to show now: call it every other second. */
    handoff: (id: string, options?: CallOptions) => call(readHandoff, { path: { id } }, options),
    /** Cancels a handoff, or moves the verification back if the phone has captured nothing. */
    endHandoff: (id: string, options?: CallOptions) => call(endHandoff, { path: { id } }, options),
    liveness: (capture: Capture, options?: CallOptions) =>
      call(checkLiveness, { body: checkBodyOf(capture) }, options),
  };
}
