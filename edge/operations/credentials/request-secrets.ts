import type { Scope } from "../../core/scope.ts";
import type { StoredRequest } from "../../credentials/presentation.ts";
import type { RequestSecrets } from "../../credentials/requests/keys.ts";
import type { CredentialRequestRow } from "../../store/verifications/credential-requests.ts";
import type { Services } from "../commit/context.ts";

/** What is kept of a request, encrypted: its secrets, and what a wallet fetches by the link. */
interface KeptRequest {
  readonly secrets: RequestSecrets;
  readonly link: (NonNullable<StoredRequest["link"]> & { readonly requestObject: string }) | null;
}

const contextOf = ({ mode }: Scope, id: string) => `credential_request:${mode}:${id}`;

export const encryptRequest = (
  { vault }: Services<"vault">,
  scope: Scope,
  id: string,
  kept: KeptRequest,
): Promise<Uint8Array> =>
  vault.encrypt(scope, contextOf(scope, id), new TextEncoder().encode(JSON.stringify(kept)));

export async function openRequest(
  { vault }: Services<"vault">,
  { tenantId, mode, id, secrets }: CredentialRequestRow,
): Promise<KeptRequest> {
  const scope = { tenantId, mode };
  const plain = await vault.open(scope, contextOf(scope, id), secrets);
  return JSON.parse(new TextDecoder().decode(plain));
}
