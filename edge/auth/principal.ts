import type { Scope } from "../scope.ts";
import type { TenantSettings } from "../store/tenants.ts";
import type { StoredVerification } from "../store/verifications.ts";

/** Who calls, as one read of the database told. */
export type Principal = SecretKeyPrincipal | SessionTokenPrincipal;

/** A tenant's server, with full authority over its tenant and mode. */
export interface SecretKeyPrincipal {
  readonly kind: "secret_key";
  readonly scope: Scope;
  readonly keyId: string;
  readonly settings: TenantSettings;
}

/** An end user's device, bound to one verification, which is here as it stood when the call began. */
export interface SessionTokenPrincipal {
  readonly kind: "session_token";
  readonly scope: Scope;
  readonly jti: string;
  readonly verificationId: string;
  readonly verification: StoredVerification;
}
