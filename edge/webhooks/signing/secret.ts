import type { Scope } from "../../core/scope.ts";
import { newSecretText } from "../../crypto/secret-text.ts";
import type { Vault } from "../../crypto/vault.ts";

/** What the seal of a secret is bound to: row, purpose and version. It opens in no other place. */
const secretContext = (endpointId: string) => `${endpointId}:webhook_secret:1`;

/** A new signing secret. */
export const newSecret = () => newSecretText("whsec_");

export function sealSecret(
  vault: Vault,
  scope: Pick<Scope, "tenantId">,
  endpointId: string,
  secret: string,
): Promise<Uint8Array> {
  return vault.seal(scope, secretContext(endpointId), new TextEncoder().encode(secret));
}

export async function openSecret(
  vault: Vault,
  scope: Pick<Scope, "tenantId">,
  endpointId: string,
  sealed: Uint8Array,
): Promise<string> {
  return new TextDecoder().decode(await vault.open(scope, secretContext(endpointId), sealed));
}
