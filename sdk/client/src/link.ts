import { createCaller } from "../../core/call.ts";
import type { CallOptions, Settings } from "../../core/settings.ts";
import {
  type ClaimHandoffBody,
  type ConfirmHandoffBody,
  claimHandoff,
  confirmHandoff,
  type DeclineHandoffBody,
  declineHandoff,
  type OpenLinkBody,
  openLink,
  type ReadCapturePageQuery,
  type ReadWithdrawalBody,
  readCapturePage,
  readWithdrawal,
} from "../../gen/operations.ts";

export interface LinkOptions extends Settings {
  /** The link's secret: the fragment of its address. */
  readonly link: string;
}

export interface CodeOptions extends Settings {
  /** The code of a handoff: the fragment of the address that a phone has scanned. */
  readonly code: string;
}

/** The calls that a link allows (contract §13.2): reading its page, and opening it on this device. */
export function createLinkClient({ link, ...settings }: LinkOptions) {
  const call = createCaller<"answer">(settings, async () => link);
  return {
    /** The tenant's name, colours and the consent text in a language. It does not claim the link. */
    page: (query: ReadCapturePageQuery = {}, options?: CallOptions) =>
      call(readCapturePage, { query }, options),
    /** Opens the link on this device, or again there. A proof is good once, so the call is made once. */
    open: (body: OpenLinkBody, options?: CallOptions) =>
      call(openLink, { body }, { ...options, maxRetries: 0 }),
    /** The number of the receipt again, on the device that took its consent back: the link has ended. */
    withdrawal: (body: ReadWithdrawalBody, options?: CallOptions) => call(readWithdrawal, { body }, options),
  };
}

/**
 * The calls that a handoff's code is good for (contract §13.5), on the phone that has scanned it. A proof is
 * good once, so each call with one is made once.
 */
export function createCodeClient({ code, ...settings }: CodeOptions) {
  const call = createCaller<"answer">(settings, async () => code);
  const once = (options?: CallOptions) => ({ ...options, maxRetries: 0 });
  return {
    /** The tenant's name, colours and the consent text in a language. */
    page: (query: ReadCapturePageQuery = {}, options?: CallOptions) =>
      call(readCapturePage, { query }, options),
    /** Claims the handoff for this phone, or reads what to show the person. Nothing has moved yet. */
    claim: (body: ClaimHandoffBody, options?: CallOptions) => call(claimHandoff, { body }, once(options)),
    /** Goes on here, with the number that the computer shows. Another number ends the handoff. */
    confirm: (body: ConfirmHandoffBody, options?: CallOptions) =>
      call(confirmHandoff, { body }, once(options)),
    /** The person did not start this handoff. */
    decline: (body: DeclineHandoffBody, options?: CallOptions) =>
      call(declineHandoff, { body }, once(options)),
    /** Opens the code again on the phone that goes on, for a fresh token. */
    open: (body: OpenLinkBody, options?: CallOptions) => call(openLink, { body }, once(options)),
    /** The number of the receipt again, on the phone that took the consent back. */
    withdrawal: (body: ReadWithdrawalBody, options?: CallOptions) => call(readWithdrawal, { body }, options),
  };
}
