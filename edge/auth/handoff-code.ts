import type { HandoffState } from "../../vocabulary/enumerations.ts";
import { ID_PREFIXES } from "../core/ids.ts";
import type { Mode } from "../core/scope.ts";
import { deriveKey, KEY_LABELS } from "../crypto/derived-key.ts";
import { hmacHex, sameBytes, sameText, sha256 } from "../crypto/hashing.ts";
import type { Handoff } from "../store/verifications/handoffs.ts";

/** The phone must claim the handoff within this time. */
export const HANDOFF_MS = 10 * 60 * 1000;
/** How long a code is shown. */
const SHOWN_MS = 25_000;
/** How long the previous code stays valid: somebody may be loading its page. */
const GRACE_MS = 10_000;

/** Characters of an HMAC in hexadecimal: 128 bits. */
const TAG_LENGTH = 32;
const FORMAT = new RegExp(`^svc_hand_(live|test)_([0-9A-HJKMNP-TV-Z]{26})(\\d\\d)([0-9a-f]{${TAG_LENGTH}})$`);

/** The content of a genuine code: the handoff, and the code's number. */
interface HandoffCode {
  readonly id: string;
  readonly mode: Mode;
  /** 0 for the first code of the handoff. */
  readonly slot: number;
  /** SHA-256 of the whole code. */
  readonly hash: Uint8Array;
}

const slotAt = (createdAt: number, now: number) => Math.floor((now - createdAt) / SHOWN_MS);

/**
 * The code that a computer shows now, and until when. It is derived from the handoff and the time, so that a
 * new code needs no write.
 */
async function presentCode(
  serviceKey: Uint8Array,
  { id, mode, createdAt }: { readonly id: string; readonly mode: Mode; readonly createdAt: number },
  now: number,
): Promise<{ readonly code: string; readonly until: number }> {
  const slot = slotAt(createdAt, now);
  return { code: await codeAt(serviceKey, mode, id, slot), until: createdAt + (slot + 1) * SHOWN_MS };
}

async function codeAt(serviceKey: Uint8Array, mode: Mode, id: string, slot: number): Promise<string> {
  const name = `${mode}_${id.slice(ID_PREFIXES.handoff.length)}${String(slot).padStart(2, "0")}`;
  return `svc_hand_${name}${await tagOf(serviceKey, name)}`;
}

/** Reads one of our codes; null for any other text. Does not read the database. */
export async function readCode(serviceKey: Uint8Array, text: string): Promise<HandoffCode | null> {
  const [, mode, ulid, slot, tag] = FORMAT.exec(text) ?? [];
  if (mode === undefined || tag === undefined) return null;
  if (!sameText(await tagOf(serviceKey, `${mode}_${ulid}${slot}`), tag)) return null;
  return {
    id: `${ID_PREFIXES.handoff}${ulid}`,
    mode: mode as Mode,
    slot: Number(slot),
    hash: await sha256(text),
  };
}

/**
 * Whether a code is valid at `now`. Before a claim: the code that is shown, and for a moment the previous
 * one. After it: only the code that the phone claimed with.
 */
export function isGood({ slot, hash }: HandoffCode, handoff: Handoff, now: number): boolean {
  const { state, createdAt, expiresAt, claimedHash } = handoff;
  if (now >= expiresAt) return false;
  if (claimedHash !== null) return (state === "claimed" || state === "moved") && sameBytes(claimedHash, hash);
  const shown = slotAt(createdAt, now);
  const inGrace = slot === shown - 1 && (now - createdAt) % SHOWN_MS < GRACE_MS;
  return state === "waiting" && (slot === shown || inGrace);
}

/**
 * The two-digit number that the computer shows, derived from the handoff and the phone that has claimed it.
 */
export async function numberOf(serviceKey: Uint8Array, id: string, phone: string): Promise<string> {
  const digest = await hmacHex(await keyOf(serviceKey), `number\n${id}\n${phone}`);
  return String(10 + (Number.parseInt(digest.slice(0, 8), 16) % 90));
}

/** A keyed digest of the computer's network: it shows only whether a phone is in the same network. */
export const networkDigest = async (serviceKey: Uint8Array, id: string, network: string): Promise<string> =>
  hmacHex(await keyOf(serviceKey), `network\n${id}\n${network}`);

/** Whether the digest is that of this network. */
export const isOfNetwork = async (
  serviceKey: Uint8Array,
  id: string,
  { digest, network }: { readonly digest: string; readonly network: string },
): Promise<boolean> => sameText(await networkDigest(serviceKey, id, network), digest);

/** A handoff as its computer shows it. */
export interface ShownHandoff {
  readonly id: string;
  readonly state: HandoffState | "expired";
  /** What the phone scans, and until when the computer shows it; null once a phone has claimed it. */
  readonly code: { readonly code: string; readonly until: number } | null;
  /** What the person types on the phone; null before a phone has claimed it, and after. */
  readonly number: string | null;
  /** Browser and system of the phone; null before a claim, or if unknown. */
  readonly phone: string | null;
  readonly expiresAt: number;
}

/** The state of a handoff at `now`, with the code or the number that the computer shows. */
export async function showHandoff(
  serviceKey: Uint8Array,
  mode: Mode,
  handoff: Pick<Handoff, "id" | "state" | "phone" | "phoneName" | "createdAt" | "expiresAt">,
  now: number,
): Promise<ShownHandoff> {
  const { id, state, phone, phoneName, createdAt, expiresAt } = handoff;
  const isPending = state === "waiting" || state === "claimed";
  const isOver = isPending && now >= expiresAt;
  return {
    id,
    state: isOver ? "expired" : state,
    code: state === "waiting" && !isOver ? await presentCode(serviceKey, { id, mode, createdAt }, now) : null,
    number: state === "claimed" && !isOver ? await numberOf(serviceKey, id, phone!) : null,
    phone: phoneName,
    expiresAt,
  };
}

const keyOf = (serviceKey: Uint8Array) => deriveKey(serviceKey, KEY_LABELS.handoffs);

const tagOf = async (serviceKey: Uint8Array, name: string): Promise<string> =>
  (await hmacHex(await keyOf(serviceKey), `code\n${name}`)).slice(0, TAG_LENGTH);
