import { ApiError } from "../errors.ts";
import type { Principal, SecretKeyPrincipal } from "./principal.ts";

/** Every operation that accepts a session token; all others need a secret key (contract §2). */
const TOKEN_OPERATIONS: readonly { method: string; path: RegExp }[] = [
  { method: "GET", path: /^\/v1\/verifications\/[^/]+$/ },
  { method: "POST", path: /^\/v1\/ocr\/scan$/ },
  { method: "POST", path: /^\/v1\/fraud\/detect$/ },
  { method: "POST", path: /^\/v1\/liveness\/check$/ },
  { method: "POST", path: /^\/v1\/liveness\/challenges$/ },
];

const insufficient = () =>
  new ApiError("token_scope_insufficient", "A session token may not call this operation.");

/** Throws 403 `token_scope_insufficient` unless a session token may call the operation. */
export function assertTokenMay(method: string, path: string): void {
  const asked = method === "HEAD" ? "GET" : method;
  if (!TOKEN_OPERATIONS.some((operation) => operation.method === asked && operation.path.test(path))) {
    throw insufficient();
  }
}

/** The principal as a secret key, for handlers of operations that are not in the table. */
export function requireSecretKey(principal: Principal): SecretKeyPrincipal {
  if (principal.kind !== "secret_key") throw insufficient();
  return principal;
}

/**
 * The customer that a call is about: the verification's for a session token, else the one it names. A token's call that
 * names another one than its verification's is refused: 403 `verification_mismatch`.
 */
export function resolveCustomerRef(principal: Principal, named: string | undefined): string | null {
  if (principal.kind === "secret_key") return named ?? null;
  const { customerRef } = principal.verification;
  if (named !== undefined && named !== customerRef) {
    throw new ApiError("verification_mismatch", "This token belongs to another customer's verification.", {
      param: "customer_ref",
    });
  }
  return customerRef;
}
