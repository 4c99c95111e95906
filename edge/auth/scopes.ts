import { ApiError } from "../errors.ts";
import type { Verification } from "../verification/types.ts";
import type {
  HandoffPrincipal,
  LinkPrincipal,
  Principal,
  SecretKeyPrincipal,
  SessionTokenPrincipal,
} from "./principal.ts";
import { assertStanding } from "./standing.ts";

/** An operation that others than a secret key may call. */
interface OpenOperation {
  readonly method: string;
  readonly path: RegExp;
  readonly by: Exclude<Principal["kind"], "secret_key">;
  /** Whether it takes a capture of the person, for which the person's consent is needed. */
  readonly captures?: true;
  /** Whether it is for an address that may have ended: then nobody is known by it. */
  readonly ended?: true;
  /** Whether the computer may call it, too, after a phone has taken over. */
  readonly watches?: true;
}

const ofVerification = (rest: string) => new RegExp(`^/v1/verifications/[^/]+${rest}$`);

/** All operations that accept more than a secret key; all others require a secret key (contract §2.6). */
const OPEN_OPERATIONS: readonly OpenOperation[] = [
  { method: "GET", path: ofVerification(""), by: "session_token", watches: true },
  { method: "GET", path: ofVerification("/next"), by: "session_token", watches: true },
  { method: "POST", path: ofVerification("/consent"), by: "session_token" },
  { method: "DELETE", path: ofVerification("/consent"), by: "session_token" },
  { method: "POST", path: ofVerification("/document"), by: "session_token", captures: true },
  { method: "POST", path: /^\/v1\/ocr\/scan$/, by: "session_token", captures: true },
  { method: "POST", path: /^\/v1\/fraud\/detect$/, by: "session_token", captures: true },
  { method: "POST", path: /^\/v1\/liveness\/check$/, by: "session_token", captures: true },
  { method: "POST", path: /^\/v1\/liveness\/challenges$/, by: "session_token", captures: true },
  { method: "GET", path: /^\/v1\/capture\/page$/, by: "session_token", watches: true },
  { method: "GET", path: /^\/v1\/capture\/page$/, by: "link" },
  { method: "POST", path: /^\/v1\/capture\/sessions$/, by: "link" },
  { method: "POST", path: /^\/v1\/capture\/withdrawals$/, by: "link", ended: true },
  { method: "POST", path: /^\/v1\/capture\/withdrawals$/, by: "handoff", ended: true },
  { method: "POST", path: /^\/v1\/handoffs$/, by: "session_token" },
  { method: "GET", path: /^\/v1\/handoffs\/[^/]+$/, by: "session_token", watches: true },
  { method: "DELETE", path: /^\/v1\/handoffs\/[^/]+$/, by: "session_token", watches: true },
  { method: "POST", path: /^\/v1\/handoffs\/(claim|confirm|decline)$/, by: "handoff" },
  { method: "GET", path: /^\/v1\/capture\/page$/, by: "handoff" },
  { method: "POST", path: /^\/v1\/capture\/sessions$/, by: "handoff" },
];

const insufficient = (message = "A session token may not call this operation.") =>
  new ApiError("token_scope_insufficient", message);

function find(by: OpenOperation["by"], method: string, path: string): OpenOperation | undefined {
  const routed = method === "HEAD" ? "GET" : method;
  return OPEN_OPERATIONS.find((open) => open.by === by && open.method === routed && open.path.test(path));
}

/** To whom an operation is open besides a secret key. */
export type Opened = Readonly<Record<OpenOperation["by"], OpenOperation | undefined>>;

export const openedTo = (method: string, path: string): Opened => ({
  session_token: find("session_token", method, path),
  link: find("link", method, path),
  handoff: find("handoff", method, path),
});

/** Whether the operation takes a link or a code that may have ended. */
export const takesEnded = (kind: Principal["kind"], method: string, path: string): boolean =>
  kind !== "secret_key" && find(kind, method, path)?.ended === true;

/** Whether a session token may call the operation. */
export const tokenMay = (method: string, path: string): boolean =>
  find("session_token", method, path) !== undefined;

/** Credentials that lie in the address of a page of ours: anybody who sees the address has them. */
const OF_AN_ADDRESS: ReadonlySet<Principal["kind"]> = new Set<Principal["kind"]>(["link", "handoff"]);

/** Whether only the service's own page may call with it. */
export const isOfAddress = (kind: Principal["kind"]): boolean => OF_AN_ADDRESS.has(kind);

/** Throws 401 `invalid_api_key` for a link or a code where none is taken, before it costs a read. */
export function assertAddressMay(kind: Principal["kind"], method: string, path: string): void {
  if (kind === "secret_key" || !isOfAddress(kind) || find(kind, method, path) !== undefined) return;
  throw new ApiError("invalid_api_key", "It opens a capture session, and nothing else.");
}

/**
 * Throws 403 `token_scope_insufficient` unless the caller may call the operation, 401 `token_revoked` for the
 * token of a device whose verification goes on elsewhere, and 409 `consent_required` for a token's capture of
 * a person who has not agreed.
 */
export function assertMay(principal: Principal, method: string, path: string): void {
  if (principal.kind === "secret_key") return;
  const operation = find(principal.kind, method, path);
  if (principal.kind === "session_token") assertGoesOn(principal, operation);
  if (operation === undefined) throw insufficient();
}

function assertGoesOn({ verification, device }: SessionTokenPrincipal, operation?: OpenOperation): void {
  const mayWatch = operation === undefined || operation.watches !== undefined;
  assertStanding(verification.holder, device, { mayWatch });
  if (operation?.captures) assertConsent(verification);
}

function assertConsent({ holder, consent }: Verification): void {
  // Without a link the tenant's own app asks the person.
  if (holder === null || consent !== null) return;
  throw new ApiError("consent_required", "The person has not agreed to the consent text yet.");
}

/** The principal as a secret key, for operations outside the table. Throws for any other credential. */
export function requireSecretKey(principal: Principal): SecretKeyPrincipal {
  if (principal.kind !== "secret_key") throw insufficient();
  return principal;
}

/** The principal as a device's token. Throws for any other credential. */
export function requireToken(principal: Principal): SessionTokenPrincipal {
  if (principal.kind !== "session_token") throw insufficient("Only the person's device may call this.");
  return principal;
}

/** The principal as a link. Throws for any other credential. */
export function requireLink(principal: Principal): LinkPrincipal {
  if (principal.kind !== "link") throw insufficient("Only a link opens a capture session.");
  return principal;
}

/** The principal as the code of a handoff. Throws for any other credential. */
export function requireHandoff(principal: Principal): HandoffPrincipal {
  if (principal.kind !== "handoff") throw insufficient("Only the phone that scanned the code may call this.");
  return principal;
}

/** The principal as a person's device, link or code. Throws for a secret key. */
export function requirePerson(principal: Principal): Exclude<Principal, SecretKeyPrincipal> {
  if (principal.kind === "secret_key") throw insufficient("Only the person's device or link may call this.");
  return principal;
}
