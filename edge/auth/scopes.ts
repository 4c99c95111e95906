import { ApiError } from "../errors.ts";
import type { Verification } from "../verification/types.ts";
import type { LinkPrincipal, Principal, SecretKeyPrincipal, SessionTokenPrincipal } from "./principal.ts";

/** An operation that others than a secret key may call. */
interface OpenOperation {
  readonly method: string;
  readonly path: RegExp;
  readonly by: "session_token" | "link";
  /** Whether it takes a capture of the person, for which the person's consent is needed. */
  readonly captures?: true;
}

const ofVerification = (rest: string) => new RegExp(`^/v1/verifications/[^/]+${rest}$`);

/** All operations that accept a session token or a link; all others require a secret key (contract §2.6). */
const OPEN_OPERATIONS: readonly OpenOperation[] = [
  { method: "GET", path: ofVerification(""), by: "session_token" },
  { method: "GET", path: ofVerification("/next"), by: "session_token" },
  { method: "POST", path: ofVerification("/consent"), by: "session_token" },
  { method: "DELETE", path: ofVerification("/consent"), by: "session_token" },
  { method: "POST", path: ofVerification("/document"), by: "session_token", captures: true },
  { method: "POST", path: /^\/v1\/ocr\/scan$/, by: "session_token", captures: true },
  { method: "POST", path: /^\/v1\/fraud\/detect$/, by: "session_token", captures: true },
  { method: "POST", path: /^\/v1\/liveness\/check$/, by: "session_token", captures: true },
  { method: "POST", path: /^\/v1\/liveness\/challenges$/, by: "session_token", captures: true },
  { method: "GET", path: /^\/v1\/capture\/page$/, by: "session_token" },
  { method: "GET", path: /^\/v1\/capture\/page$/, by: "link" },
  { method: "POST", path: /^\/v1\/capture\/sessions$/, by: "link" },
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
});

/** Whether a session token may call the operation. */
export const tokenMay = (method: string, path: string): boolean =>
  find("session_token", method, path) !== undefined;

/** Throws 401 `invalid_api_key` for a link where none is taken, before it costs a read. */
export function assertLinkMay(kind: Principal["kind"], method: string, path: string): void {
  if (kind === "link" && find("link", method, path) === undefined) {
    throw new ApiError("invalid_api_key", "A link opens a capture session, and nothing else.");
  }
}

/**
 * Throws 403 `token_scope_insufficient` unless the caller may call the operation, and 409 `consent_required`
 * for a token's capture of a person who has not agreed.
 */
export function assertMay(principal: Principal, method: string, path: string): void {
  if (principal.kind === "secret_key") return;
  const operation = find(principal.kind, method, path);
  if (operation === undefined) throw insufficient();
  if (operation.captures && principal.kind === "session_token") assertConsent(principal.verification);
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

/** The principal as a person's device or link. Throws for a secret key. */
export function requirePerson(principal: Principal): SessionTokenPrincipal | LinkPrincipal {
  if (principal.kind === "secret_key") throw insufficient("Only the person's device or link may call this.");
  return principal;
}
