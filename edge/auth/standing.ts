import { ApiError } from "../core/errors.ts";
import type { Holder } from "../verification/types.ts";

/** What a session token may do: go on with the verification, only read how it stands, or nothing any more. */
type Standing = "holds" | "watches" | "gone";

/**
 * How a token stands to the device that holds its verification. `device` is null for a token that a secret
 * key minted: it goes on beside a link's device, since the tenant's own app may, until a phone has taken
 * over.
 */
export function standingOf(holder: Holder | null, device: string | null): Standing {
  if (device !== null && device === holder?.device) return "holds";
  if (holder?.via === "handoff") return device === null || device === holder.watcher ? "watches" : "gone";
  return device === null ? "holds" : "gone";
}

/**
 * Throws unless a token of this device may do what it asks: 401 `token_revoked` where the verification went
 * on elsewhere, and 403 `token_scope_insufficient` where the token may only read.
 */
export function assertStanding(
  holder: Holder | null,
  device: string | null,
  { mayWatch }: { readonly mayWatch: boolean },
): void {
  const standing = standingOf(holder, device);
  if (standing === "gone") {
    throw new ApiError(
      "token_revoked",
      "The verification goes on elsewhere: with a new link, or on another device.",
    );
  }
  if (standing === "watches" && !mayWatch) {
    throw new ApiError(
      "token_scope_insufficient",
      "The verification goes on with a phone: this token may only read.",
    );
  }
}
