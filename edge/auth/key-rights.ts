import type { KeyScope } from "../../vocabulary/key-scopes.ts";
import { ApiError, type ErrorCode } from "../core/errors.ts";
import { isInNetworks } from "./networks.ts";

/** What a secret key may do, from where, and for how long. */
export interface KeyRights {
  /** The scopes of a restricted key; null for full authority. */
  readonly scopes: readonly KeyScope[] | null;
  /** CIDR networks of its callers; null for any address. */
  readonly networks: readonly string[] | null;
  /** Milliseconds since the epoch; null for a key that does not expire. */
  readonly expiresAt: number | null;
}

export const hasScope = ({ scopes }: Pick<KeyRights, "scopes">, scope: KeyScope): boolean =>
  scopes === null || scopes.includes(scope);

/**
 * Throws 401 `api_key_expired` for an expired key, and 403 `network_not_allowed` for a caller outside the
 * key's networks, or whose address (null) is unknown.
 */
export function assertUsable(
  { networks, expiresAt }: KeyRights,
  { address, now }: { readonly address: string | null; readonly now: number },
): void {
  if (expiresAt !== null && expiresAt <= now) {
    throw new ApiError("api_key_expired", "This secret key has expired. Create a new one.");
  }
  if (networks === null || (address !== null && isInNetworks(address, networks))) return;
  throw new ApiError(
    "network_not_allowed",
    address === null
      ? "This key may be used from its networks only, and the caller's address is unknown: the operator sets CLIENT_ADDRESS_HEADER."
      : "This key may not be used from this address. The audit log has the address; make a key for its network.",
  );
}

/**
 * Throws 403 `key_scope_insufficient` for a restricted key without the scope. A route without a scope is
 * closed.
 */
export function assertScope(rights: Pick<KeyRights, "scopes">, scope: KeyScope | undefined): void {
  if (rights.scopes === null || (scope !== undefined && hasScope(rights, scope))) return;
  throw new ApiError(
    "key_scope_insufficient",
    `This needs a key with the scope ${scope ?? "of a secret key"}.`,
  );
}

/** The rejections of a key that are noted in the audit log. */
const NOTED: readonly ErrorCode[] = ["key_scope_insufficient", "network_not_allowed"];

export const isNoted = (error: unknown): error is ApiError =>
  error instanceof ApiError && NOTED.includes(error.code);
