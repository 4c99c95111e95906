import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import { BitString, Boolean as Bool, Integer, Primitive, UTCTime } from "asn1js";
import { der, type Name, nameOf, octets, oid, raw, seq, set, tagged } from "./der.ts";
import { algorithmOf, type Signing, signedData, signWith } from "./signing.ts";

/** A key pair and its certificate, made for one test. */
export interface Identity {
  readonly name: Name;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** X.509, DER. */
  readonly certificate: Uint8Array;
  /** Of the certificate, in hex. */
  readonly sha256: string;
  /** In hex. */
  readonly subjectKeyId: string;
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
  /** Whose key pair it has. Default: a new one, since those of RSA take long to find. */
  readonly keysOf?: Pick<Identity, "privateKey" | "publicKey"> | undefined;
  /** Whether the key has the parameters of its curve in place of their name. */
  readonly isExplicit?: boolean;
  /** Bits of an RSA key. Default: 2,048. */
  readonly bits?: number;
  /** How the issuer signs. */
  readonly signing?: Signing;
  /** Another SubjectPublicKeyInfo in the certificate than that of the key. */
  readonly statedKey?: Uint8Array;
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

const keyIdOf = (key: KeyObject) =>
  createHash("sha1")
    .update(key.export({ type: "spki", format: "der" }))
    .digest();

const newPair = (curve: string, { bits = 2_048, isExplicit = false }: Pick<Wanted, "bits" | "isExplicit">) =>
  curve === "rsa"
    ? generateKeyPairSync("rsa", { modulusLength: bits })
    : generateKeyPairSync("ec", { namedCurve: curve, paramEncoding: isExplicit ? "explicit" : "named" });

/** A key pair with a certificate of these properties. */
export function newIdentity(wanted: Wanted): Identity {
  const { curve = "brainpoolP256r1", serialNumber = 1, usages = [], country, commonName } = wanted;
  const pair = wanted.keysOf ?? newPair(curve, wanted);
  const name = { country, commonName };
  const issuer = wanted.issuer ?? { name, ...pair };
  const extensions = [
    seq(oid("2.5.29.14"), octets(der(octets(keyIdOf(pair.publicKey))))),
    seq(oid("2.5.29.35"), octets(der(seq(keyIdentifier(keyIdOf(issuer.publicKey)))))),
    ...(usages.length === 0
      ? []
      : [seq(oid("2.5.29.37"), new Bool({ value: true }), octets(der(seq(...usages.map(oid)))))]),
  ];
  const algorithm = algorithmOf(issuer.privateKey, wanted.signing);
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
    raw(wanted.statedKey ?? pair.publicKey.export({ type: "spki", format: "der" })),
    tagged(3, seq(...extensions)),
  );
  const signature = signWith(issuer.privateKey, der(tbs), wanted.signing);
  const certificate = der(
    seq(tbs, algorithm, new BitString({ valueHex: Uint8Array.from(signature).buffer })),
  );
  const subjectKeyId = keyIdOf(pair.publicKey).toString("hex");
  return { name, ...pair, certificate, sha256: hashOf(certificate).toString("hex"), subjectKeyId };
}

const keyIdentifier = (id: Uint8Array) =>
  new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: Uint8Array.from(id).buffer });

/** PEM of certificates, one after another. */
export const pemOf = (...certificates: readonly Uint8Array[]): string =>
  certificates
    .map((bytes) => Buffer.from(bytes).toString("base64").replaceAll(/.{64}/g, "$&\n"))
    .map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`)
    .join("");

export const MASTER_LIST_SIGNER = "2.23.136.1.1.3";
const MASTER_LIST = "2.23.136.1.1.2";

interface ListOptions {
  readonly signing?: Signing;
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
  { contentType = MASTER_LIST, ...options }: ListOptions = {},
): Uint8Array {
  const content = der(seq(new Integer({ value: 0 }), set(...certificates.map(raw))));
  return signedData({ contentType, content, signer, ...options }).whole;
}
