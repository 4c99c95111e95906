import { sameBytes } from "../../crypto/hashing.ts";
import { type CredentialQuery, claimsOf } from "../claims.ts";
import {
  type ClaimName,
  type PresentedCredential,
  referenceTo,
  type StatusReference,
} from "../credential.ts";
import { assertForm, NotForRequestError } from "../errors.ts";
import { readIssuer, type Trust } from "../issuer.ts";
import {
  arrayOf,
  bytesOf,
  decodeCbor,
  Embedded,
  embeddedOf,
  encodeCbor,
  mapOf,
  textOf,
  timeOf,
} from "./cbor.ts";
import { jwkOf, readSign1, type Sign1, verifySign1, x5chainOf } from "./cose.ts";

/** What a presentation is verified against. */
interface MdocContext extends Trust {
  readonly queries: readonly CredentialQuery[];
  /** CBOR of the SessionTranscript, from what the service stored of the request. */
  readonly transcript: Uint8Array;
}

const HASHES = new Map([
  ["SHA-256", "SHA-256"],
  ["SHA-384", "SHA-384"],
  ["SHA-512", "SHA-512"],
] as const);

/**
 * The credential of a DeviceResponse (ISO/IEC 18013-5, 8.3.2.1.2.2), which has one document of a requested
 * type. Throws `NotForRequestError` if the device did not sign this session's transcript, and
 * `MalformedCredentialError` for what has more than one reading.
 */
export async function readDeviceResponse(
  response: Uint8Array,
  context: MdocContext,
): Promise<PresentedCredential> {
  const body = mapOf(decodeCbor(response), "the device response");
  const documents = arrayOf(body.get("documents"), "the documents");
  assertForm(body.get("status") === 0 && documents.length === 1, "the device response has not one document");
  return readDocument(mapOf(documents[0], "the document"), context);
}

type CborMap = ReadonlyMap<unknown, unknown>;

async function readDocument(document: CborMap, context: MdocContext): Promise<PresentedCredential> {
  const type = textOf(document.get("docType"), "the docType");
  const query = context.queries.find((each) => each.format === "mso_mdoc" && each.type === type);
  assertForm(query !== undefined, "the docType was not requested");
  const issuerSigned = mapOf(document.get("issuerSigned"), "issuerSigned");
  const issuerAuth = readSign1(issuerSigned.get("issuerAuth"), "issuerAuth");
  const mso = readMso(issuerAuth);
  assertForm(mso.docType === type, "the docType is not the signed one");
  const deviceSigned = mapOf(document.get("deviceSigned"), "deviceSigned");
  await assertDeviceSigned(deviceSigned, mso, context.transcript);
  const { kind } = query;
  const issuer = await readIssuer(x5chainOf(issuerAuth), { kind }, context);
  const disclosed = await readDisclosed(issuerSigned.get("nameSpaces"), mso, query);
  return {
    kind,
    format: "mso_mdoc",
    type,
    issuer,
    isSignatureValid: await verifySign1(issuerAuth, mso.payload, issuer.key),
    ...disclosed,
    ...mso.validity,
    status: mso.status,
  };
}

/** The Mobile Security Object (9.1.2.4 of the same). */
function readMso(issuerAuth: Sign1) {
  const payload = bytesOf(issuerAuth.payload, "the mobile security object");
  const embedded = embeddedOf(decodeCbor(payload), "the mobile security object");
  const mso = mapOf(decodeCbor(embedded.bytes), "the mobile security object");
  const hash = HASHES.get(mso.get("digestAlgorithm") as "SHA-256");
  assertForm(
    mso.get("version") === "1.0" && hash !== undefined,
    "the mobile security object is of no known version",
  );
  const validity = mapOf(mso.get("validityInfo"), "validityInfo");
  const time = (name: string) => timeOf(validity.get(name), name);
  const deviceKeyInfo = mapOf(mso.get("deviceKeyInfo"), "deviceKeyInfo");
  return {
    payload,
    hash,
    docType: textOf(mso.get("docType"), "the docType"),
    digests: mapOf(mso.get("valueDigests"), "valueDigests"),
    deviceKey: jwkOf(deviceKeyInfo.get("deviceKey"), "deviceKey"),
    validity: { signedAt: time("signed"), validFrom: time("validFrom"), validUntil: time("validUntil") },
    status: statusOf(mso.get("status")),
  };
}

/** The `status_list` of `status`. Another mechanism than lists is as none. */
function statusOf(status: unknown): StatusReference | null {
  const found = status instanceof Map ? status.get("status_list") : undefined;
  if (found === undefined) return null;
  const list = mapOf(found, "status_list");
  return referenceTo(textOf(list.get("uri"), "uri"), list.get("idx"));
}

/** A MAC needs a key agreed with a reader that is present: only a signature counts online. */
async function assertDeviceSigned(
  deviceSigned: CborMap,
  { docType, deviceKey }: Mso,
  transcript: Uint8Array,
): Promise<void> {
  const nameSpaces = embeddedOf(deviceSigned.get("nameSpaces"), "deviceSigned");
  const auth = mapOf(deviceSigned.get("deviceAuth"), "deviceAuth");
  if (!auth.has("deviceSignature")) throw new NotForRequestError("the device did not sign");
  const signature = readSign1(auth.get("deviceSignature"), "deviceSignature");
  assertForm(signature.payload === null, "the device's signature is not detached");
  const content = deviceAuthentication(transcript, docType, nameSpaces);
  if (await verifySign1(signature, content, deviceKey)) return;
  throw new NotForRequestError("the device did not sign this request's transcript");
}

/** DeviceAuthenticationBytes (9.1.3.4 of the same), which the device signs. */
export function deviceAuthentication(transcript: Uint8Array, type: string, nameSpaces: Embedded): Uint8Array {
  const content = ["DeviceAuthentication", decodeCbor(transcript), type, nameSpaces];
  return new Embedded(encodeCbor(content)).tagged;
}

type Mso = ReturnType<typeof readMso>;

/**
 * The requested values with their digests. A value that was not requested must have its digest, too, but is
 * not kept.
 */
async function readDisclosed(nameSpaces: unknown, mso: Mso, query: CredentialQuery) {
  const values = new Map<ClaimName, unknown>();
  let [unrequested, areDigestsValid] = [0, true];
  for (const [namespace, items] of mapOf(nameSpaces, "nameSpaces")) {
    const digests = mapOf(mso.digests.get(namespace) ?? new Map(), "valueDigests");
    const seen = new Set<string>();
    for (const each of arrayOf(items, "a name space")) {
      const embedded = embeddedOf(each, "an item");
      const item = mapOf(decodeCbor(embedded.bytes), "an item");
      const element = textOf(item.get("elementIdentifier"), "elementIdentifier");
      assertForm(bytesOf(item.get("random"), "random").length >= 16, "an item's random is too short");
      assertForm(!seen.has(element) && item.has("elementValue"), "an element is disclosed twice or empty");
      seen.add(element);
      areDigestsValid &&= await hasDigest(embedded, digests.get(item.get("digestID")), mso.hash);
      const claim = query.claims.find(({ path }) => path[0] === namespace && path[1] === element);
      if (claim === undefined) unrequested += 1;
      else values.set(claim.name, item.get("elementValue"));
    }
  }
  return { claims: claimsOf(values), unrequested, areDigestsValid };
}

async function hasDigest(item: Embedded, digest: unknown, hash: string): Promise<boolean> {
  if (!(digest instanceof Uint8Array)) return false;
  const found = await crypto.subtle.digest(hash, Uint8Array.from(item.tagged));
  return sameBytes(new Uint8Array(found), digest);
}
