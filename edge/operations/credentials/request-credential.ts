import { ID_PREFIXES } from "../../core/ids.ts";
import { queriesOf } from "../../credentials/claims.ts";
import { isoRequest } from "../../credentials/requests/iso-mdoc.ts";
import { newRequestSecrets } from "../../credentials/requests/keys.ts";
import {
  browserRequest,
  linkRequest,
  signedBrowserRequest,
  walletLink,
} from "../../credentials/requests/openid4vp.ts";
import { clientIdOf, type Reader, signRequest } from "../../credentials/requests/reader.ts";
import { selfSignedReader } from "../../credentials/requests/self-signed.ts";
import { newTaggedText } from "../../crypto/secret-text.ts";
import { insertRequest } from "../../store/verifications/credential-requests.ts";
import { neededClaims } from "../../verdicts/credential/needed.ts";
import { assertAccepts, assertTakes } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { encryptRequest } from "./request-secrets.ts";

/** How long a wallet has to answer. */
const REQUEST_MS = 180_000;
/** Characters of a request's id, without its prefix and checksum. */
export const REQUEST_ID_LENGTH = 32;

interface RequestInput {
  readonly verification: Verification;
  /** The origin of the page that calls, which a wallet will see. */
  readonly origin: string;
  readonly publicUrl: string;
  /** The operator's reader; null if the settings have none. */
  readonly reader: Reader | null;
}

/** A request to wallets, in every protocol in which it can be made. */
interface CredentialRequest {
  readonly id: string;
  readonly requests: readonly { readonly protocol: string; readonly data: object }[];
  /** Opens a wallet; null if the deployment signs no requests. */
  readonly walletUrl: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly customerRef: string;
}

/**
 * Makes a request for a credential, which counts for one answer to this verification, by the caller's token,
 * within 180 seconds. It asks for exactly the claims that the policy needs. In test mode a deployment without
 * a reader signs as one of its own. Throws 409 `verification_not_open` if the verification takes no
 * credential.
 */
export async function requestCredential(
  ctx: CallContext<CredentialRequest, "serviceKey">,
  { verification, origin, publicUrl, reader: configured }: RequestInput,
): Promise<Answer> {
  const { services, scope, actor, now } = ctx;
  for (const part of ["ocr", "fraud"] as const) assertTakes(verification, part, now);
  assertAccepts(verification, "credential");
  const reader = configured ?? (scope.mode === "test" ? await selfSignedReader(now) : null);
  const id = await newTaggedText(services.serviceKey, ID_PREFIXES.credentialRequest, REQUEST_ID_LENGTH);
  const secrets = await newRequestSecrets();
  const queries = queriesOf(neededClaims(verification.policy));
  const uri = new URL(`/v1/wallet/${id}`, publicUrl).href;
  const clientId = reader && (await clientIdOf(reader));
  const signed = clientId && { clientId, responseUri: uri };
  const requestObject =
    signed && (await signRequest(reader!, linkRequest(queries, secrets, { ...signed, state: id })));
  const signedRequest =
    clientId &&
    (await signRequest(reader!, signedBrowserRequest(queries, secrets, { clientId, origins: [origin] })));
  const link = signed && { ...signed, requestObject: requestObject! };
  const expiresAt = now + REQUEST_MS;
  const row = {
    ...{ id, verificationId: verification.id, origin, createdAt: now, expiresAt },
    jti: actor.kind === "token" ? actor.jti : null,
    secrets: await encryptRequest(services, scope, id, { secrets, link: link || null }),
  };
  const requests = [
    ...(signedRequest ? [{ protocol: "openid4vp-v1-signed", data: { request: signedRequest } }] : []),
    { protocol: "openid4vp-v1-unsigned", data: browserRequest(queries, secrets) },
    ...(queries.some(({ format }) => format === "mso_mdoc")
      ? [{ protocol: "org-iso-mdoc", data: await isoRequest(queries, secrets, { origin, reader }) }]
      : []),
  ];
  return commitResult(
    ctx,
    { statements: [insertRequest(services.db, scope, row)] },
    {
      id,
      requests,
      walletUrl: clientId && walletLink(clientId, uri),
      expiresAt,
      customerRef: verification.customerRef,
    },
  );
}
