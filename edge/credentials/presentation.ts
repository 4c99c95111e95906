import { compactDecrypt, importJWK, type JWK } from "jose";
import { z } from "zod";
import type { WalletProtocol } from "../../vocabulary/credentials.ts";
import { fromBase64Url } from "../crypto/encoding.ts";
import type { CredentialQuery } from "./claims.ts";
import type { PresentedCredential } from "./credential.ts";
import { assertForm, MalformedCredentialError, NotForRequestError } from "./errors.ts";
import { openHpke } from "./hpke.ts";
import type { Trust } from "./issuer.ts";
import { arrayOf, bytesOf, decodeCbor, mapOf } from "./mdoc/cbor.ts";
import { readDeviceResponse } from "./mdoc/device-response.ts";
import { browserTranscript, isoTranscript, redirectTranscript } from "./mdoc/transcripts.ts";
import { encryptionInfoOf } from "./requests/iso-mdoc.ts";
import { type RequestSecrets, thumbprintOf } from "./requests/keys.ts";
import { readSdJwt } from "./sd-jwt.ts";

/** A request as the service stored it: an answer is verified against this, never against itself. */
export interface StoredRequest {
  readonly secrets: RequestSecrets;
  readonly queries: readonly CredentialQuery[];
  /** The origin of the page that the request was made for. */
  readonly origin: string;
  /** Of the link; null if the deployment signs no requests. */
  readonly link: { readonly clientId: string; readonly responseUri: string } | null;
}

/**
 * The credential that a wallet presented. `data`: what the page received from the browser, or the form of the
 * wallet's own call. Throws `NotForRequestError` for an answer to another request,
 * `MalformedCredentialError` for one with more than one reading, and `UnsupportedAlgorithmError`.
 */
export async function readPresentation(
  protocol: WalletProtocol,
  data: unknown,
  request: StoredRequest,
  trust: Trust,
): Promise<PresentedCredential> {
  if (protocol === "org-iso-mdoc") return readIsoAnswer(data, request, trust);
  const { secrets, origin, link } = request;
  const isLink = protocol === "direct_post";
  if (isLink && link === null) throw new NotForRequestError("the request had no link");
  const [query, presentation] = await decryptAnswer(data, request);
  const context = { ...trust, queries: [query] };
  if (query.format === "dc+sd-jwt") {
    const audience = isLink ? link!.clientId : `origin:${origin}`;
    return readSdJwt(presentation, { ...context, nonce: secrets.nonce, audience });
  }
  const bytes = fromBase64Url(presentation);
  assertForm(bytes !== null, "the presentation is not base64url");
  const bound = { nonce: secrets.nonce, thumbprint: await thumbprintOf(secrets) };
  const transcript = isLink
    ? await redirectTranscript({ ...bound, ...link! })
    : await browserTranscript({ ...bound, origin });
  return readDeviceResponse(bytes, { ...context, transcript });
}

const answerSchema = z.object({ response: z.string().min(1) });
const tokenSchema = z.object({ vp_token: z.record(z.string(), z.array(z.string()).length(1)) });

/** The one presentation of an encrypted answer (OpenID4VP 1.0, section 8.3), and its query. */
async function decryptAnswer(
  data: unknown,
  { secrets, queries }: StoredRequest,
): Promise<[CredentialQuery, string]> {
  const answer = answerSchema.safeParse(data);
  if (!answer.success) throw new NotForRequestError("the answer has no encrypted response");
  const text = await decryptJwe(answer.data.response, secrets);
  const token = tokenSchema.safeParse(jsonOf(text));
  assertForm(token.success, "the answer has no vp_token");
  const presented = Object.entries(token.data.vp_token);
  const query = queries.find(({ id }) => id === presented[0]?.[0]);
  assertForm(presented.length === 1 && query !== undefined, "the answer has not one requested credential");
  return [query, presented[0]![1][0]!];
}

async function decryptJwe(jwe: string, { key }: RequestSecrets): Promise<Uint8Array> {
  try {
    const { plaintext } = await compactDecrypt(jwe, await importJWK(key as JWK, "ECDH-ES"), {
      keyManagementAlgorithms: ["ECDH-ES"],
      contentEncryptionAlgorithms: ["A128GCM", "A256GCM"],
    });
    return plaintext;
  } catch (error) {
    // jose and WebCrypto reject a wrong key, another algorithm and an altered text in many ways.
    throw new NotForRequestError("the answer does not decrypt", { cause: error });
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    throw new MalformedCredentialError("the answer is not JSON", { cause: error });
  }
}

async function readIsoAnswer(data: unknown, request: StoredRequest, trust: Trust) {
  const { secrets, queries, origin } = request;
  const transcript = await isoTranscript({ encryptionInfo: encryptionInfoOf(secrets), origin });
  const answer = answerSchema.safeParse(data);
  const bytes = answer.success ? fromBase64Url(answer.data.response) : null;
  if (bytes === null) throw new NotForRequestError("the answer has no encrypted response");
  const [name, encrypted] = arrayOf(decodeCbor(bytes), "the encrypted response");
  assertForm(name === "dcapi", "the encrypted response is of another protocol");
  const parts = mapOf(encrypted, "the encrypted response");
  const enc = bytesOf(parts.get("enc"), "enc");
  const cipherText = bytesOf(parts.get("cipherText"), "cipherText");
  const response = await openHpke(secrets.key, { enc, cipherText, info: transcript });
  return readDeviceResponse(response, { ...trust, queries, transcript });
}
