import type { Scope } from "../core/scope.ts";
import type { TenantSettings } from "../store/tenancy/tenants.ts";
import type { Handoff } from "../store/verifications/handoffs.ts";
import type { Verification } from "../verification/types.ts";
import type { KeyRights } from "./key-rights.ts";

/** The authenticated caller, as read from the database at the start of the call. */
export type Principal = SecretKeyPrincipal | SessionTokenPrincipal | LinkPrincipal | HandoffPrincipal;

interface Caller {
  readonly scope: Scope;
  /** Maximum number of billable calls a month in this mode; null for no cap. */
  readonly monthlyCap: number | null;
}

/** A tenant's server: authority over its tenant and mode, as far as its rights go. */
export interface SecretKeyPrincipal extends Caller {
  readonly kind: "secret_key";
  readonly keyId: string;
  readonly rights: KeyRights;
  readonly settings: TenantSettings;
}

/** An end user's device, bound to one verification; `verification` is its state at the start of the call. */
export interface SessionTokenPrincipal extends Caller {
  readonly kind: "session_token";
  readonly jti: string;
  /** Thumbprint of the device's key, for a token that a link gave; null if a secret key minted it. */
  readonly device: string | null;
  readonly verificationId: string;
  readonly verification: Verification;
  /** The last revision of the verification that this token has read. */
  readonly reportedRevision: number;
  /** The origins whose pages may call with the tenant's tokens. */
  readonly origins: readonly string[];
}

/** The bearer of a verification's link. The link opens the verification, and does no more. */
export interface LinkPrincipal extends Caller {
  readonly kind: "link";
  /** SHA-256 of the link's secret. */
  readonly hash: Uint8Array;
  readonly verificationId: string;
  readonly verification: Verification;
  /** When the link ends, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The bearer of a handoff's code. Each call's body proves a device's key. */
export interface HandoffPrincipal extends Caller {
  readonly kind: "handoff";
  /** SHA-256 of the code. */
  readonly hash: Uint8Array;
  readonly verificationId: string;
  readonly verification: Verification;
  readonly handoff: Handoff;
}
