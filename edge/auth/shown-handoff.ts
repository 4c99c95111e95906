import type { KeyRing } from "../crypto/key-ring.ts";
import type { Mode } from "../scope.ts";
import type { Handoff } from "../store/verifications/handoffs.ts";
import type { HandoffState } from "../vocabulary/capture.ts";
import { numberOf, presentCode } from "./handoff-code.ts";

/** A handoff as its computer shows it at a moment. */
export interface ShownHandoff {
  readonly id: string;
  readonly state: HandoffState | "expired";
  /** What the phone scans, and until when the computer shows it; null once a phone has claimed it. */
  readonly code: { readonly code: string; readonly until: number } | null;
  /** What the person types on the phone; null before a phone has claimed it, and after. */
  readonly number: string | null;
  /** Browser and system of the phone; null where none has claimed it, or they are not known. */
  readonly phone: string | null;
  readonly expiresAt: number;
}

/** How a handoff stands at `now`, with the code or the number that the computer shows. */
export async function showHandoff(
  dataKeys: KeyRing,
  mode: Mode,
  handoff: Handoff,
  now: number,
): Promise<ShownHandoff> {
  const { id, state, phone, phoneName, createdAt, expiresAt } = handoff;
  const isPending = state === "waiting" || state === "claimed";
  const isOver = isPending && now >= expiresAt;
  return {
    id,
    state: isOver ? "expired" : state,
    code: state === "waiting" && !isOver ? await presentCode(dataKeys, { id, mode, createdAt }, now) : null,
    number: state === "claimed" && !isOver ? await numberOf(dataKeys, id, phone!) : null,
    phone: phoneName,
    expiresAt,
  };
}
