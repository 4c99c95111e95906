import { ApiError } from "../core/errors.ts";
import type { BoundDevice, Verification } from "../verification/types.ts";
import type { Principal, SessionTokenPrincipal } from "./principal.ts";

/** What a session token may do: go on with the verification, only read how it stands, or nothing any more. */
type Standing = "holds" | "watches" | "gone";

/**
 * How a token stands to the device that holds its verification. `device` is null for a token that a secret
 * key minted: it goes on beside a link's device, since the tenant's own app may, until a phone has taken
 * over.
 */
export function standingOf(boundDevice: BoundDevice | null, device: string | null): Standing {
  if (device !== null && device === boundDevice?.device) return "holds";
  if (boundDevice?.via === "handoff")
    return device === null || device === boundDevice.watcher ? "watches" : "gone";
  return device === null ? "holds" : "gone";
}

/**
 * Throws unless a token of this device may do what it asks: 401 `token_revoked` where the verification went
 * on elsewhere, and 403 `token_scope_insufficient` where the token may only read.
 */
export function assertDeviceAccess(
  boundDevice: BoundDevice | null,
  device: string | null,
  { mayWatch }: { readonly mayWatch: boolean },
): void {
  const standing = standingOf(boundDevice, device);
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

type Kind = Principal["kind"];

/** Who may call a route. A route says it in its declaration, and is closed to every other credential. */
export interface Access {
  /** Kinds of credentials, or `anybody` for a public route, which reads no credential. */
  readonly callers: readonly [Kind, ...Kind[]] | "anybody";
  /** Whether it takes a capture of the person. A session token then needs the person's consent. */
  readonly captures?: true;
  /** Whether a computer may call it after a phone has taken over its verification. */
  readonly watches?: true;
  /** Whether the link or code that calls may have ended. Then no principal is read. */
  readonly ended?: true;
  /** A rate limit beside the credential's own (contract §10.1). */
  readonly rate?: "polling" | "challenges";
}

/** Whether the route lists this kind of credential. No route, null, lists any. */
export const lists = (access: Access | null, kind: Kind): boolean =>
  access !== null && access.callers !== "anybody" && access.callers.includes(kind);

/** Credentials in the address of a page of ours: everybody who sees the address has them. */
const IN_ADDRESSES: ReadonlySet<Kind> = new Set<Kind>(["link", "handoff"]);

/** Whether only the service's own page may call with it. */
export const isOfAddress = (kind: Kind): boolean => IN_ADDRESSES.has(kind);

/** Throws 401 `invalid_api_key` for a link or a code that the route does not list, before a read. */
export function assertAddressMay(kind: Kind, access: Access | null): void {
  if (!isOfAddress(kind) || lists(access, kind)) return;
  throw new ApiError("invalid_api_key", "It opens a capture session, and nothing else.");
}

const REFUSALS: Readonly<Record<Kind, string>> = {
  secret_key: "Only the person's device or link may call this.",
  session_token: "A session token may not call this operation.",
  link: "A link may not call this operation.",
  handoff: "A code may not call this operation.",
};

/**
 * Throws 403 `token_scope_insufficient` for a caller whom the route does not list. For a session token throws
 * 401 `token_revoked` where its verification goes on elsewhere, and 409 `consent_required` for a capture of a
 * person who has not agreed. Where there is no route, a secret key passes: the router answers it 404.
 */
export function assertMay(principal: Principal, access: Access | null): void {
  const { kind } = principal;
  const isListed = lists(access, kind);
  if (kind === "session_token") assertGoesOn(principal, isListed ? access : null);
  if (isListed || (access === null && kind === "secret_key")) return;
  throw new ApiError("token_scope_insufficient", REFUSALS[kind]);
}

function assertGoesOn({ verification, device }: SessionTokenPrincipal, access: Access | null): void {
  assertDeviceAccess(verification.boundDevice, device, {
    mayWatch: access === null || access.watches === true,
  });
  if (access?.captures) assertConsent(verification);
}

function assertConsent({ boundDevice, consent }: Verification): void {
  // Without a link the tenant's own app asks the person.
  if (boundDevice === null || consent !== null) return;
  throw new ApiError("consent_required", "The person has not agreed to the consent text yet.");
}
