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
