import { X509Certificate } from "node:crypto";
import { toHex } from "../crypto/encoding.ts";
import { assertForm, MalformedCredentialError } from "./errors.ts";

/** A certificate, with what `X509Certificate` of workerd does not say. */
export interface Certificate {
  readonly x509: X509Certificate;
  /** Subject key id of its issuer, in hex as trust anchors have it; null without that extension. */
  readonly authorityKeyId: string | null;
  /** Its key's curve or algorithm, such as `P-256`, `brainpoolP256r1` or `RSA`. */
  readonly algorithm: string;
}

const TAG = { boolean: 0x01, version: 0xa0, extensions: 0xa3, keyIdentifier: 0x80 } as const;

/** Object identifiers, in hex of their DER. */
const AUTHORITY_KEY_ID = "551d23";
const EC_KEY = "2a8648ce3d0201";
const ALGORITHMS: Readonly<Record<string, string>> = {
  "2a8648ce3d030107": "P-256",
  "2b81040022": "P-384",
  "2b81040023": "P-521",
  "2b2403030208010107": "brainpoolP256r1",
  "2b2403030208010109": "brainpoolP320r1",
  "2b240303020801010b": "brainpoolP384r1",
  "2b240303020801010d": "brainpoolP512r1",
  "2b6570": "Ed25519",
  "2b6571": "Ed448",
  "2a864886f70d010101": "RSA",
};

/** Reads a certificate in DER. Throws `MalformedCredentialError`. */
export function readCertificate(der: Uint8Array): Certificate {
  const x509 = opened(der);
  const [tbs] = items(items(der)[0]!.content);
  const parts = items(tbs!.content);
  // Version, serial number, algorithm, issuer, validity, subject, key: the first may be absent.
  const key = parts[parts[0]!.tag === TAG.version ? 6 : 5]!;
  const extensions = parts.find(({ tag }) => tag === TAG.extensions);
  return {
    x509,
    authorityKeyId: extensions === undefined ? null : authorityKeyIdOf(extensions.content),
    algorithm: algorithmOf(key.content),
  };
}

/** The first value of an attribute in a name, which has a line for each; null without one. */
export const attribute = (name: string | undefined, type: string): string | null =>
  name
    ?.split("\n")
    .find((line) => line.startsWith(`${type}=`))
    ?.slice(type.length + 1) ?? null;

/** The country in a name, ISO 3166 alpha-2; null without one. */
export const countryOf = (name: string | undefined): string | null =>
  attribute(name, "C")?.toUpperCase() ?? null;

/** How a seal of the ICAO Datastructure for Barcode names its signer: the last five bytes of the SHA-1. */
export const referenceOf = ({ x509 }: Pick<Certificate, "x509">): string =>
  x509.fingerprint.replaceAll(":", "").slice(-10);

function opened(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (error) {
    throw new MalformedCredentialError("a certificate cannot be read", { cause: error });
  }
}

function algorithmOf(key: Uint8Array): string {
  const [type, curve] = items(items(key)[0]!.content).map(({ content }) => toHex(content));
  const name = type === EC_KEY ? curve! : type!;
  return ALGORITHMS[name] ?? `OID ${name.slice(0, 40)}`;
}

function authorityKeyIdOf(extensions: Uint8Array): string | null {
  for (const each of items(items(extensions)[0]!.content)) {
    const [type, ...rest] = items(each.content);
    if (toHex(type!.content) !== AUTHORITY_KEY_ID) continue;
    const value = rest.find(({ tag }) => tag !== TAG.boolean)!;
    const id = items(items(value.content)[0]!.content).find(({ tag }) => tag === TAG.keyIdentifier);
    return id === undefined ? null : toHex(id.content);
  }
  return null;
}

interface Item {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** The values of DER, one after another: at least one. Throws `MalformedCredentialError`. */
function items(der: Uint8Array): readonly Item[] {
  const all: Item[] = [];
  for (let at = 0; at < der.length; ) {
    const [tag, first = 0] = [der[at]!, der[at + 1]];
    const width = first < 0x80 ? 0 : first & 0x7f;
    let length = width === 0 ? first : 0;
    for (let i = 0; i < width; i++) length = length * 256 + (der[at + 2 + i] ?? 0);
    const start = at + 2 + width;
    at = start + length;
    assertForm(width <= 3 && at <= der.length, "a certificate is cut off");
    all.push({ tag, content: der.subarray(start, at) });
  }
  assertForm(all.length > 0, "a certificate has an empty part");
  return all;
}
