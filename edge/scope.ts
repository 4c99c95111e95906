import { encodeTime, monotonicFactory } from "ulidx";

export type Mode = "live" | "test";

/** Whose rows: every store function takes one first, and puts both halves into its SQL. */
export interface Scope {
  readonly tenantId: string;
  readonly mode: Mode;
}

/** Prefix of each kind of identifier (contract §1). */
export const ID_PREFIXES = {
  verification: "vf_",
  liveness: "lc_",
  fraud: "fc_",
  ocr: "ocr_",
  faceMatch: "fm_",
  media: "md_",
  registration: "fr_",
  challenge: "chl_",
  event: "wh_evt_",
  endpoint: "we_",
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

/** What no id of the kind from `at` on sorts before, and every earlier one does. Milliseconds since the epoch. */
export function firstIdAt(kind: keyof typeof ID_PREFIXES, at: number): string {
  return ID_PREFIXES[kind] + encodeTime(at, ULID_TIME_LENGTH);
}

/** A new identifier: the kind's prefix and a ULID, so that ids sort by time. */
export function newId(kind: keyof typeof ID_PREFIXES, now: number): string {
  return ID_PREFIXES[kind] + ulid(now);
}
