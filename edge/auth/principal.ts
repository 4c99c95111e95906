import type { Scope } from "../scope.ts";
import type { TenantSettings } from "../store/tenancy/tenants.ts";
import type { Verification } from "../verification/types.ts";

/** Who calls, as one read of the database told. */
export type Principal = SecretKeyPrincipal | SessionTokenPrincipal;

interface Caller {
  readonly scope: Scope;
  /** The most billable calls a month in this mode; null: no cap. */
  readonly monthlyCap: number | null;
}

/** A tenant's server, with full authority over its tenant and mode. */
export interface SecretKeyPrincipal extends Caller {
  readonly kind: "secret_key";
  readonly keyId: string;
  readonly settings: TenantSettings;
}

/** An end user's device, bound to one verification, which is here as it stood when the call began. */
export interface SessionTokenPrincipal extends Caller {
  readonly kind: "session_token";
  readonly jti: string;
  readonly verificationId: string;
  readonly verification: Verification;
  /** The verification's revision that this token was last told. */
  readonly toldRevision: number;
}
