import { fromBase64Url, toBase64Url } from "../../crypto/encoding.ts";
import type { CredentialQuery } from "../claims.ts";
import { Embedded, encodeCbor } from "../mdoc/cbor.ts";
import { coseKey, ES256, toBeSigned } from "../mdoc/cose.ts";
import { isoTranscript } from "../mdoc/transcripts.ts";
import { publicKeyOf, type RequestSecrets } from "./keys.ts";
import type { Reader } from "./reader.ts";

/** `org-iso-mdoc` of ISO/IEC TS 18013-7, annex C: the protocol of Safari. */

/** EncryptionInfo in base64url, from the request's secrets. */
export function encryptionInfoOf(secrets: RequestSecrets): string {
  const { x, y } = publicKeyOf(secrets);
  const info = [
    "dcapi",
    new Map<string, unknown>([
      ["nonce", fromBase64Url(secrets.nonce)!],
      ["recipientPublicKey", coseKey(fromBase64Url(x!)!, fromBase64Url(y!)!)],
    ]),
  ];
  return toBase64Url(encodeCbor(info));
}

/**
 * The request that a page hands to `navigator.credentials.get`. It is for one origin: the reader's signature
 * covers it.
 */
export async function isoRequest(
  queries: readonly CredentialQuery[],
  secrets: RequestSecrets,
  { origin, reader }: { readonly origin: string; readonly reader: Reader | null },
) {
  const encryptionInfo = encryptionInfoOf(secrets);
  const transcript = await isoTranscript({ encryptionInfo, origin });
  const documents = queries.filter(({ format }) => format === "mso_mdoc");
  const docRequests = await Promise.all(
    documents.map(async (query) => {
      const items = new Embedded(encodeCbor(itemsOf(query)));
      const request = new Map<string, unknown>([["itemsRequest", items]]);
      if (reader !== null) request.set("readerAuth", await readerAuth(reader, transcript, items));
      return request;
    }),
  );
  const deviceRequest = new Map<string, unknown>([
    ["version", "1.0"],
    ["docRequests", docRequests],
  ]);
  return { deviceRequest: toBase64Url(encodeCbor(deviceRequest)), encryptionInfo };
}

/** ItemsRequest (ISO/IEC 18013-5, 8.3.2.1.2.1). */
function itemsOf({ type, claims, isRetained }: CredentialQuery) {
  const nameSpaces = new Map<string, Map<string, boolean>>();
  for (const { path } of claims) {
    const [namespace, element] = path as [string, string];
    const elements = nameSpaces.get(namespace) ?? new Map<string, boolean>();
    nameSpaces.set(namespace, elements.set(element, isRetained));
  }
  return new Map<string, unknown>([
    ["docType", type],
    ["nameSpaces", nameSpaces],
  ]);
}

const ALG = 1;
const ES256_NUMBER = -7;
const X5CHAIN = 33;

/** ReaderAuth (9.1.4 of the same), a COSE_Sign1 with a detached payload. */
async function readerAuth({ key, chain }: Reader, transcript: Uint8Array, items: Embedded) {
  const head = encodeCbor(new Map([[ALG, ES256_NUMBER]]));
  // The transcript is CBOR already: it is an item of the array as it is.
  const parts = [encodeCbor("ReaderAuthentication"), transcript, items.tagged];
  const content = new Embedded(Uint8Array.from([0x83, ...parts.flatMap((part) => [...part])])).tagged;
  const algorithm = { name: "ECDSA", namedCurve: ES256.curve };
  const { kty, crv, x, y, d } = key;
  const signer = await crypto.subtle.importKey("jwk", { kty, crv, x, y, d }, algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign(
    { name: "ECDSA", hash: ES256.hash },
    signer,
    Uint8Array.from(toBeSigned(head, content)),
  );
  const certificates = chain.length === 1 ? chain[0] : chain;
  return [head, new Map([[X5CHAIN, certificates]]), null, new Uint8Array(signature)];
}
