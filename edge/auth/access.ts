import type { OperationScope } from "../../vocabulary/key-scopes.ts";
import { ApiError } from "../core/errors.ts";
import type { BoundDevice, Verification } from "../verification/types.ts";
import { assertScope } from "./key-rights.ts";
import type { Principal, SessionTokenPrincipal } from "./principal.ts";

/** What a session token may do: continue the verification, only read its state, or nothing. */
type DeviceAccess = "active" | "readOnly" | "revoked";

/**
 * The token's device beside the device that the verification is bound to. `device` is null for a token that a
 * secret key minted: the tenant's own app may continue beside a link's device, until a phone has taken over.
 */
export function deviceAccess(boundDevice: BoundDevice | null, device: string | null): DeviceAccess {
  if (device !== null && device === boundDevice?.device) return "active";
  if (boundDevice?.via === "handoff")
    return device === null || device === boundDevice.watcher ? "readOnly" : "revoked";
  return device === null ? "active" : "revoked";
}

/**
 * Throws unless a token of this device may make the call: 401 `token_revoked` if the verification continues
 * on another device, and 403 `token_scope_insufficient` if the token may only read.
 */
export function assertDeviceAccess(
  boundDevice: BoundDevice | null,
  device: string | null,
  { mayRead }: { readonly mayRead: boolean },
): void {
  const access = deviceAccess(boundDevice, device);
  if (access === "revoked") {
    throw new ApiError(
      "token_revoked",
      "The verification goes on elsewhere: with a new link, or on another device.",
    );
  }
  if (access === "readOnly" && !mayRead) {
    throw new ApiError(
      "token_scope_insufficient",
      "The verification goes on with a phone: this token may only read.",
    );
  }
}

type Kind = Principal["kind"];

/** The callers of a route. A route declares them, and rejects every other credential. */
export interface Access {
  /** Kinds of credentials, or `anybody` for a public route, which reads no credential. */
  readonly callers: readonly [Kind, ...Kind[]] | "anybody";
  /** The right that a restricted key needs. Every route that lists `secret_key` declares one. */
  readonly scope?: OperationScope;
  /** Whether it takes a capture of the person. A session token then needs a recorded consent. */
  readonly captures?: true;
  /** Whether a computer may call it after a phone has taken over its verification. */
  readonly watches?: true;
  /** Whether the calling link or code may have ended. Then no principal is read. */
  readonly ended?: true;
  /** A rate limit beside the credential's own (contract §10.1). */
  readonly rate?: "polling" | "challenges";
}

/** Whether the route lists this kind of credential. Null (no route) lists every kind. */
export const lists = (access: Access | null, kind: Kind): boolean =>
  access !== null && access.callers !== "anybody" && access.callers.includes(kind);

/** Credentials in the address of one of our pages: everybody who sees the address has them. */
const IN_ADDRESSES: ReadonlySet<Kind> = new Set<Kind>(["link", "handoff"]);

/** Whether only the service's own pages may call with it. */
export const isOfAddress = (kind: Kind): boolean => IN_ADDRESSES.has(kind);

/** A credential of each kind, as a rejection names it. */
const NAMES: Readonly<Record<Kind, string>> = {
  secret_key: "a secret key",
  session_token: "a session token",
  link: "the secret of a link (svc_link_…)",
  handoff: "a handoff code (svc_hand_…)",
};
const EITHER = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** A rejection names the credentials that the route takes; without a route, a secret key. */
function mayNot(kind: Kind, access: Access | null): string {
  const callers = access === null || access.callers === "anybody" ? ["secret_key" as const] : access.callers;
  const taken = EITHER.format(callers.map((each) => NAMES[each]));
  return `This is ${NAMES[kind]}, which may not call this operation. Use ${taken}.`;
}

/** Throws 401 `invalid_api_key`, before any read, for a link or a code that the route does not list. */
export function assertAddressMay(kind: Kind, access: Access | null): void {
  if (!isOfAddress(kind) || lists(access, kind)) return;
  throw new ApiError("invalid_api_key", mayNot(kind, access));
}

/**
 * Throws 403 `token_scope_insufficient` for a caller that the route does not list, and
 * `key_scope_insufficient` for a restricted key without the route's scope. For a session token throws
 * 401 `token_revoked` if its verification continues on another device, and 409 `consent_required` for a
 * capture without consent. Without a route a secret key passes: the router answers 404.
 */
export function assertMay(principal: Principal, access: Access | null): void {
  const { kind } = principal;
  const isListed = lists(access, kind);
  if (kind === "session_token") assertGoesOn(principal, isListed ? access : null);
  if (isListed && kind === "secret_key") assertScope(principal.rights, access?.scope);
  // An unknown path is 404, whoever calls it.
  if (isListed || access === null) return;
  throw new ApiError("token_scope_insufficient", mayNot(kind, access));
}

function assertGoesOn({ verification, device }: SessionTokenPrincipal, access: Access | null): void {
  assertDeviceAccess(verification.boundDevice, device, {
    mayRead: access === null || access.watches === true,
  });
  if (access?.captures) assertConsent(verification);
}

function assertConsent({ boundDevice, consent }: Verification): void {
  // Without a link the tenant's own app asks for consent.
  if (boundDevice === null || consent !== null) return;
  throw new ApiError("consent_required", "The person has not agreed to the consent text yet.");
}
