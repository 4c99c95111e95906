import type { CredentialQuery } from "../claims.ts";
import { publicKeyOf, type RequestSecrets } from "./keys.ts";

const ALGORITHMS = ["ES256", "ES384", "ES512"];
/** COSE's numbers of the same algorithms. */
const COSE_ALGORITHMS = [-7, -9, -35, -51, -36, -52];

/** Names the key in answers. */
const KEY_ID = "1";

/** What every request to a wallet says (OpenID4VP 1.0, section 5). */
function common(queries: readonly CredentialQuery[], secrets: RequestSecrets) {
  return {
    response_type: "vp_token",
    nonce: secrets.nonce,
    dcql_query: dcqlOf(queries),
    client_metadata: {
      jwks: { keys: [{ ...publicKeyOf(secrets), kid: KEY_ID, use: "enc", alg: "ECDH-ES" }] },
      encrypted_response_enc_values_supported: ["A128GCM", "A256GCM"],
      vp_formats_supported: {
        mso_mdoc: { issuerauth_alg_values: COSE_ALGORITHMS, deviceauth_alg_values: COSE_ALGORITHMS },
        "dc+sd-jwt": { "sd-jwt_alg_values": ALGORITHMS, "kb-jwt_alg_values": ALGORITHMS },
      },
    },
  };
}

/** One of the credentials, whichever the wallet has (section 6). */
const dcqlOf = (queries: readonly CredentialQuery[]) => ({
  credentials: queries.map(({ id, format, type, claims, isRetained }) => ({
    id,
    format,
    meta: format === "mso_mdoc" ? { doctype_value: type } : { vct_values: [type] },
    claims: claims.map(({ path }) => ({
      path,
      ...(format === "mso_mdoc" && { intent_to_retain: isRetained }),
    })),
  })),
  credential_sets: [{ options: queries.map(({ id }) => [id]) }],
});

/** The request that a page hands to `navigator.credentials.get` (appendix A). */
export const browserRequest = (queries: readonly CredentialQuery[], secrets: RequestSecrets) => ({
  ...common(queries, secrets),
  response_mode: "dc_api.jwt",
});

/** The same, to be signed: only pages of these origins may use it. */
export const signedBrowserRequest = (
  queries: readonly CredentialQuery[],
  secrets: RequestSecrets,
  { clientId, origins }: { readonly clientId: string; readonly origins: readonly string[] },
) => ({
  ...browserRequest(queries, secrets),
  client_id: clientId,
  expected_origins: origins,
  aud: AUDIENCE,
});

/** The request of a wallet that is opened by a link, to be signed (section 8.2). */
export const linkRequest = (
  queries: readonly CredentialQuery[],
  secrets: RequestSecrets,
  { clientId, responseUri, state }: Readonly<Record<"clientId" | "responseUri" | "state", string>>,
) => ({
  ...common(queries, secrets),
  response_mode: "direct_post.jwt",
  client_id: clientId,
  response_uri: responseUri,
  state,
  aud: AUDIENCE,
});

/** Any wallet: which one the person has is not known (section 5.8). */
const AUDIENCE = "https://self-issued.me/v2";

/** The link that opens a wallet. */
export const walletLink = (clientId: string, requestUri: string): string =>
  `openid4vp://?${new URLSearchParams({ client_id: clientId, request_uri: requestUri })}`;
