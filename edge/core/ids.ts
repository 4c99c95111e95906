import { encodeTime, monotonicFactory } from "ulidx";
import { CLOCKS_AGREE_MS } from "./clock.ts";

/** Prefix of each kind of identifier (contract §1.1). */
export const ID_PREFIXES = {
  verification: "vf_",
  liveness: "lc_",
  fraud: "fc_",
  ocr: "ocr_",
  faceMatch: "fm_",
  signed: "se_",
  credential: "cred_",
  media: "md_",
  registration: "fr_",
  challenge: "chl_",
  chipChallenge: "cc_",
  credentialRequest: "cr_",
  handoff: "ho_",
  event: "wh_evt_",
  endpoint: "we_",
  policy: "pol_",
  request: "req_",
  tenant: "tn_",
  apiKey: "key_",
  token: "jti_",
  receipt: "rcpt_",
  user: "usr_",
  invitation: "inv_",
  listItem: "li_",
} as const;

let ulid = monotonicFactory();
let lastTime = 0;

const ULID_TIME_LENGTH = 10;

/**
 * A new identifier: the kind's prefix and a ULID, so that ids sort by time. `now`: milliseconds since the
 * epoch. If the clock was set back by more than machines' clocks differ, ids follow it: filters by creation
 * time read the id.
 */
export function newId(kind: keyof typeof ID_PREFIXES, now: number): string {
  if (now < lastTime - CLOCKS_AGREE_MS) ulid = monotonicFactory();
  lastTime = now;
  return ID_PREFIXES[kind] + ulid(now);
}

/** Crockford's base 32, without I, L, O and U. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Whether a text has the form of an id of this kind; not whether there is one. */
export const isId = (kind: keyof typeof ID_PREFIXES, text: string): boolean =>
  text.startsWith(ID_PREFIXES[kind]) && ULID.test(text.slice(ID_PREFIXES[kind].length));

/** Whether an id names a credential of a wallet. */
export const isCredentialId = (id: string): boolean => id.startsWith(ID_PREFIXES.credential);

/** Whether an id names data that a document's issuer signed. */
export const isSignedId = (id: string): boolean => id.startsWith(ID_PREFIXES.signed) || isCredentialId(id);

/** The lower bound of all ids created at or after `at`, in sort order. `at`: milliseconds since the epoch. */
export function firstIdAt(kind: keyof typeof ID_PREFIXES, at: number): string {
  return ID_PREFIXES[kind] + encodeTime(at, ULID_TIME_LENGTH);
}
