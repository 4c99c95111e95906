import { encodeTime, monotonicFactory } from "ulidx";

/** Prefix of each kind of identifier (contract §1.1). */
export const ID_PREFIXES = {
  verification: "vf_",
  liveness: "lc_",
  fraud: "fc_",
  ocr: "ocr_",
  faceMatch: "fm_",
  media: "md_",
  registration: "fr_",
  challenge: "chl_",
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
} as const;

const ulid = monotonicFactory();

const ULID_TIME_LENGTH = 10;

/**
 * A new identifier: the kind's prefix and a ULID, so that ids sort by time. `now`: milliseconds since the
 * epoch.
 */
export function newId(kind: keyof typeof ID_PREFIXES, now: number): string {
  return ID_PREFIXES[kind] + ulid(now);
}

/** Crockford's base 32, without I, L, O and U. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Whether a text has the form of an id of this kind; not whether there is one. */
export const isId = (kind: keyof typeof ID_PREFIXES, text: string): boolean =>
  text.startsWith(ID_PREFIXES[kind]) && ULID.test(text.slice(ID_PREFIXES[kind].length));

/** The lower bound of all ids created at or after `at`, in sort order. `at`: milliseconds since the epoch. */
export function firstIdAt(kind: keyof typeof ID_PREFIXES, at: number): string {
  return ID_PREFIXES[kind] + encodeTime(at, ULID_TIME_LENGTH);
}
