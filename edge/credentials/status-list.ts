import type { JWK } from "jose";
import { z } from "zod";
import type { CredentialKind } from "../../vocabulary/credentials.ts";
import { fromBase64Url } from "../crypto/encoding.ts";
import { parseJson } from "./disclosures.ts";
import { assertForm, MalformedCredentialError } from "./errors.ts";
import { type Issuer, readIssuer, type Trust } from "./issuer.ts";
import { assertAlgorithm, certificateOf, isSigned, schemaOf, seconds, signerHeader } from "./jws.ts";
import { bytesOf, decodeCbor } from "./mdoc/cbor.ts";
import { readSign1, verifySign1, x5chainOf } from "./mdoc/cose.ts";

/** A status list that a trusted issuer signed (draft-ietf-oauth-status-list, section 5). */
export interface StatusList {
  /** SHA-256 of the trust anchor that vouches for its signer, in hex. */
  readonly anchor: string;
  /** Of each status. */
  readonly bits: number;
  /** ZLIB (RFC 1950). */
  readonly compressed: Uint8Array<ArrayBuffer>;
  /** Milliseconds since the epoch: fetch it again from then on. */
  readonly freshUntil: number;
}

interface ListContext extends Trust {
  readonly uri: string;
  /** Of the credentials that name the list. */
  readonly kind: CredentialKind;
}

const claimsSchema = z.object({
  sub: z.string(),
  iat: seconds,
  exp: seconds.optional(),
  ttl: z.number().positive().optional(),
  status_list: z.object({ bits: z.literal([1, 2, 4, 8]), lst: z.unknown() }),
});

/** How long a list counts without a `ttl`, and at most. */
const USUAL_TTL_S = 300;
const LONGEST_TTL_S = 3_600;
const CLOCKS_DIFFER_MS = 60_000;

/**
 * The status list of a Status List Token, a JWT or CWT. Throws `MalformedCredentialError` if it is not the
 * list of this URI, is not valid now, or if no trust anchor of the kind vouches for its signer, and
 * `UnsupportedAlgorithmError`.
 */
export async function readStatusList(token: Uint8Array, context: ListContext): Promise<StatusList> {
  const { uri, now } = context;
  // A JWT begins with base64url of `{"`, and CBOR of a COSE_Sign1 with no letter.
  const isJwt = token[0] === "e".charCodeAt(0);
  const { issuer, claims } = await (isJwt ? readJwt(token, context) : readCwt(token, context));
  const { sub, iat, exp, ttl = USUAL_TTL_S, status_list } = schemaOf(claimsSchema, claims, "the status list");
  assertForm(issuer.anchor !== null, "no trust anchor vouches for the status list");
  assertForm(sub === uri, "the status list is another one");
  assertForm(iat * 1000 <= now + CLOCKS_DIFFER_MS, "the status list is of the future");
  const ends = exp === undefined ? Number.POSITIVE_INFINITY : exp * 1000;
  assertForm(now < ends, "the status list has expired");
  return {
    anchor: issuer.anchor.sha256,
    bits: status_list.bits,
    compressed: compressedOf(status_list.lst),
    freshUntil: Math.min(ends, now + Math.min(ttl, LONGEST_TTL_S) * 1000),
  };
}

interface Signed {
  readonly issuer: Issuer;
  readonly claims: unknown;
}

async function readJwt(token: Uint8Array, context: ListContext): Promise<Signed> {
  const jwt = new TextDecoder().decode(token);
  const [head, body] = jwt.split(".");
  const { alg, typ, x5c } = schemaOf(signerHeader, parseJson(head!), "the status list's header");
  assertForm(typ === "statuslist+jwt", "the status list is of another type");
  assertAlgorithm(alg, "the status list's algorithm is not allowed");
  const issuer = await issuerOf(x5c.map(certificateOf), context);
  assertForm(await isSigned(jwt, issuer.key as JWK, alg), "the status list's signature is wrong");
  return { issuer, claims: parseJson(body!) };
}

const TYPE = 16;
/** Claims of a CWT by number. */
const CLAIMS: readonly (readonly [string, number])[] = [
  ...[["sub", 2] as const, ["exp", 4] as const, ["iat", 6] as const],
  ...[["ttl", 65_534] as const, ["status_list", 65_533] as const],
];

async function readCwt(token: Uint8Array, context: ListContext): Promise<Signed> {
  const sign1 = readSign1(decodeCbor(token), "the status list");
  assertForm(sign1.protectedHeader.get(TYPE) === "application/statuslist+cwt", "it is no status list");
  const issuer = await issuerOf(x5chainOf(sign1), context);
  const payload = bytesOf(sign1.payload, "the status list");
  assertForm(await verifySign1(sign1, payload, issuer.key), "the status list's signature is wrong");
  const given = decodeCbor(payload);
  assertForm(given instanceof Map, "the status list has no claims");
  const claims = CLAIMS.map(([name, number]) => [name, plain(given.get(number))]);
  return { issuer, claims: Object.fromEntries(claims) };
}

const plain = (value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value);

const issuerOf = (chain: readonly Uint8Array[], context: ListContext) =>
  readIssuer(chain, { kind: context.kind, isList: true }, context);

function compressedOf(lst: unknown): Uint8Array<ArrayBuffer> {
  const bytes = typeof lst === "string" ? fromBase64Url(lst) : lst;
  assertForm(bytes instanceof Uint8Array, "the status list has no list");
  return Uint8Array.from(bytes);
}

/** VALID of the registry of status types; every other status is against the credential. */
const VALID = 0;

/**
 * Whether the status at an index is VALID. Throws `MalformedCredentialError` for an index beyond the list.
 */
export async function isValidAt({ bits, compressed }: StatusList, index: number): Promise<boolean> {
  const perByte = 8 / bits;
  const byte = await byteAt(compressed, Math.floor(index / perByte));
  return ((byte >> (bits * (index % perByte))) & (2 ** bits - 1)) === VALID;
}

/** A byte of the decompressed list, of which no more is held than a part at a time. */
async function byteAt(compressed: Uint8Array<ArrayBuffer>, at: number): Promise<number> {
  const plain = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("deflate"));
  let passed = 0;
  try {
    for await (const part of plain as unknown as AsyncIterable<Uint8Array>) {
      if (at < passed + part.length) return part[at - passed]!;
      passed += part.length;
    }
  } catch (error) {
    throw new MalformedCredentialError("the status list does not decompress", { cause: error });
  }
  throw new MalformedCredentialError("the status list is shorter than the index");
}
