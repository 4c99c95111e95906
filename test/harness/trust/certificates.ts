import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import {
  BitString,
  Boolean as Bool,
  Constructed,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  Set as Sets,
  UTCTime,
} from "asn1js";

type Node = ConstructorParameters<typeof Sequence>[0] extends { value?: infer V } | undefined
  ? NonNullable<V> extends readonly (infer E)[]
    ? E
    : never
  : never;

/** A key pair and its certificate, made for one test. */
export interface Identity {
  readonly name: Name;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** X.509, DER. */
  readonly certificate: Uint8Array;
  /** Of the certificate, in hex. */
  readonly sha256: string;
}

interface Name {
  readonly country: string;
  readonly commonName: string;
}

interface Wanted extends Name {
  /** An elliptic curve of OpenSSL, or `rsa`. Default: brainpoolP256r1. */
  readonly curve?: string;
  /** Default: 1. */
  readonly serialNumber?: number;
  /** Default: itself. */
  readonly issuer?: Identity;
  /** Milliseconds since the epoch. Default: 2020 to 2035. */
  readonly validFrom?: number;
  readonly validTo?: number;
  /** Extended key usages. */
  readonly usages?: readonly string[];
}

const seq = (...value: Node[]) => new Sequence({ value });
const set = (...value: Node[]) => new Sets({ value });
const oid = (value: string) => new ObjectIdentifier({ value });
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: Uint8Array.from(bytes).buffer });
const tagged = (tagNumber: number, ...value: Node[]) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value });
const raw = (der: Uint8Array) => fromBER(Uint8Array.from(der)).result as Node;
const der = (node: { toBER(): ArrayBuffer }) => new Uint8Array(node.toBER());
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

const ECDSA_SHA256 = "1.2.840.10045.4.3.2";
const RSA_SHA256 = "1.2.840.113549.1.1.11";
const algorithmOf = (key: KeyObject) =>
  key.asymmetricKeyType === "ec" ? seq(oid(ECDSA_SHA256)) : seq(oid(RSA_SHA256), new Null());

const nameOf = ({ country, commonName }: Name) =>
  seq(
    set(seq(oid("2.5.4.6"), new PrintableString({ value: country }))),
    set(seq(oid("2.5.4.3"), new PrintableString({ value: commonName }))),
  );

const keyIdOf = (key: KeyObject) =>
  createHash("sha1")
    .update(key.export({ type: "spki", format: "der" }))
    .digest();

/** A key pair with a certificate of these properties. */
export function newIdentity(wanted: Wanted): Identity {
  const { curve = "brainpoolP256r1", serialNumber = 1, usages = [], country, commonName } = wanted;
  const pair =
    curve === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: curve });
  const name = { country, commonName };
  const issuer = wanted.issuer ?? { name, ...pair };
  const extensions = [
    seq(oid("2.5.29.14"), octets(der(octets(keyIdOf(pair.publicKey))))),
    seq(oid("2.5.29.35"), octets(der(seq(keyIdentifier(keyIdOf(issuer.publicKey)))))),
    ...(usages.length === 0
      ? []
      : [seq(oid("2.5.29.37"), new Bool({ value: true }), octets(der(seq(...usages.map(oid)))))]),
  ];
  const algorithm = algorithmOf(issuer.privateKey);
  const tbs = seq(
    tagged(0, new Integer({ value: 2 })),
    new Integer({ value: serialNumber }),
    algorithm,
    nameOf(issuer.name),
    seq(
      new UTCTime({ valueDate: new Date(wanted.validFrom ?? Date.UTC(2020, 0, 1)) }),
      new UTCTime({ valueDate: new Date(wanted.validTo ?? Date.UTC(2035, 0, 1)) }),
    ),
    nameOf(name),
    raw(pair.publicKey.export({ type: "spki", format: "der" })),
    tagged(3, seq(...extensions)),
  );
  const signature = sign("sha256", der(tbs), issuer.privateKey);
  const certificate = der(
    seq(tbs, algorithm, new BitString({ valueHex: Uint8Array.from(signature).buffer })),
  );
  return { name, ...pair, certificate, sha256: hashOf(certificate).toString("hex") };
}

const keyIdentifier = (id: Uint8Array) =>
  new OctetString({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: Uint8Array.from(id).buffer });

/** PEM of certificates, one after another. */
export const pemOf = (...certificates: readonly Uint8Array[]): string =>
  certificates
    .map((bytes) => Buffer.from(bytes).toString("base64").replaceAll(/.{64}/g, "$&\n"))
    .map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`)
    .join("");

export const MASTER_LIST_SIGNER = "2.23.136.1.1.3";
const MASTER_LIST = "2.23.136.1.1.2";

interface ListOptions {
  /** Content type of the signed data. Default: a master list's. */
  readonly contentType?: string;
  /** What happens to the content after it was signed. */
  readonly change?: (content: Uint8Array) => Uint8Array;
}

/**
 * A master list of ICAO Doc 9303-12 with these certificates, signed by an identity whose certificate it has.
 */
export function masterList(
  signer: Identity,
  certificates: readonly Uint8Array[],
  { contentType = MASTER_LIST, change = (content) => content }: ListOptions = {},
): Uint8Array {
  const content = der(seq(new Integer({ value: 0 }), set(...certificates.map(raw))));
  const attributes = [
    seq(oid("1.2.840.113549.1.9.3"), set(oid(contentType))),
    seq(oid("1.2.840.113549.1.9.4"), set(octets(hashOf(content)))),
  ];
  const signature = sign("sha256", der(set(...attributes)), signer.privateKey);
  const signerInfo = seq(
    new Integer({ value: 1 }),
    seq(nameOf(signer.name), new Integer({ value: 1 })),
    seq(oid("2.16.840.1.101.3.4.2.1")),
    tagged(0, ...attributes),
    algorithmOf(signer.privateKey),
    octets(signature),
  );
  const signedData = seq(
    new Integer({ value: 3 }),
    set(seq(oid("2.16.840.1.101.3.4.2.1"))),
    seq(oid(contentType), tagged(0, octets(change(content)))),
    tagged(0, raw(signer.certificate)),
    set(signerInfo),
  );
  return der(seq(oid("1.2.840.113549.1.7.2"), tagged(0, signedData)));
}
