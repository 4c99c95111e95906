import type { SecretKeyPrincipal } from "../../auth/principal.ts";
import type { ApiError } from "../../core/errors.ts";
import { clientAddress } from "../../http/caller/client-address.ts";
import type { AppContext } from "../../http/context.ts";
import { noteRejectedKey } from "../../operations/tenants/keys.ts";

/** Notes in the audit log, after the answer, that a key was used beyond its rights. */
export function noteRejection(
  c: AppContext,
  { keyId, scope }: SecretKeyPrincipal,
  { code, operation }: { readonly code: ApiError["code"]; readonly operation: string | null },
): void {
  const { services } = c.var;
  const actor = { kind: "key", keyId, address: clientAddress(c) } as const;
  const ctx = { services, scope, actor, now: services.clock() };
  services.background(noteRejectedKey(ctx, { id: keyId, code, operation }));
}
