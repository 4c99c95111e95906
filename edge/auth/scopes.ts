import { ApiError } from "../errors.ts";
import type { Principal, SecretKeyPrincipal } from "./principal.ts";

/** All operations that accept a session token; all others require a secret key (contract §2.6). */
const TOKEN_OPERATIONS: readonly { method: string; path: RegExp }[] = [
  { method: "GET", path: /^\/v1\/verifications\/[^/]+$/ },
  { method: "GET", path: /^\/v1\/verifications\/[^/]+\/next$/ },
  { method: "POST", path: /^\/v1\/verifications\/[^/]+\/document$/ },
  { method: "POST", path: /^\/v1\/ocr\/scan$/ },
  { method: "POST", path: /^\/v1\/fraud\/detect$/ },
  { method: "POST", path: /^\/v1\/liveness\/check$/ },
  { method: "POST", path: /^\/v1\/liveness\/challenges$/ },
];

const insufficient = () =>
  new ApiError("token_scope_insufficient", "A session token may not call this operation.");

/** Whether a session token may call the operation. */
export function tokenMay(method: string, path: string): boolean {
  const routed = method === "HEAD" ? "GET" : method;
  return TOKEN_OPERATIONS.some((operation) => operation.method === routed && operation.path.test(path));
}

/** Throws 403 `token_scope_insufficient` unless a session token may call the operation. */
export function assertTokenMay(method: string, path: string): void {
  if (!tokenMay(method, path)) throw insufficient();
}

/** The principal as a secret key, for operations outside the table. Throws for a session token. */
export function requireSecretKey(principal: Principal): SecretKeyPrincipal {
  if (principal.kind !== "secret_key") throw insufficient();
  return principal;
}
