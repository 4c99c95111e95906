import { createHash, type KeyObject, sign } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { Barcode } from "#edge/inference/barcode.ts";
import type { Identity } from "./certificates.ts";

/** Seals as issuers make them, of an invented holder, signed with keys of the test. */

/** A DataMatrix with this content, in the lower left of an image. */
export const symbolOf = (content: Uint8Array): Barcode => ({
  symbology: "data_matrix",
  content,
  corners: [
    { x: 100, y: 500, z: 0 },
    { x: 300, y: 500, z: 0 },
    { x: 300, y: 700, z: 0 },
    { x: 100, y: 700, z: 0 },
  ],
});

const DIGESTS: Readonly<Record<string, string>> = {
  brainpoolP224r1: "sha224",
  secp224r1: "sha224",
  prime256v1: "sha256",
  brainpoolP256r1: "sha256",
  brainpoolP320r1: "sha384",
  secp384r1: "sha384",
  brainpoolP384r1: "sha384",
  secp521r1: "sha512",
  brainpoolP512r1: "sha512",
};

const digestOf = (key: KeyObject) => DIGESTS[key.asymmetricKeyDetails!.namedCurve!]!;

function ecdsa(content: Uint8Array, key: KeyObject, digest = digestOf(key)): Uint8Array {
  return new Uint8Array(sign(digest, content, { key, dsaEncoding: "ieee-p1363" }));
}

const C40 = "???\u00200123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Text in C40 as ICAO Doc 9303-13 has it: three characters in two bytes. */
export function c40(text: string): number[] {
  const bytes: number[] = [];
  const plain = text.replaceAll("<", " ");
  for (let at = 0; at < plain.length; at += 3) {
    const part = plain.slice(at, at + 3);
    if (part.length === 1) {
      bytes.push(0xfe, part.charCodeAt(0) + 1);
      continue;
    }
    const [a, b, c = 0] = Array.from(part, (character) => C40.indexOf(character, 3));
    const value = 1600 * a! + 40 * b! + c + 1;
    bytes.push(value >> 8, value & 0xff);
  }
  return bytes;
}

/** Month, day and year in three bytes. */
function dateBytes(date: string): number[] {
  const [year, month, day] = date.split("-");
  const value = Number(`${month}${day}${year}`);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

const lengthBytes = (length: number) =>
  length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];

export interface VdsOptions {
  /** 3 or 4 of ICAO's versions. Default: 4. */
  readonly version?: 3 | 4;
  readonly country?: string;
  /** Country and common name of the signer's certificate. */
  readonly signer?: string;
  /** Its serial number in hex. */
  readonly certificate?: string;
  readonly issuedOn?: string;
  readonly signedOn?: string;
  /** Feature definition and category in hex. Default: a residence permit. */
  readonly profile?: string;
  readonly features?: Readonly<Record<number, string>>;
}

/** A residence permit of TD2 as ICAO Doc 9303-6 has it, of an invented holder. */
export const PERMIT_MRZ = "ARD<<ERIKSSON<<ANNA<MARIA<<<<<<<<<<<L898902C36UTO7408122F3204159<<<<<<<6";

/** A visible digital seal of ICAO Doc 9303-13, signed with the identity's key. */
export function vds(signer: Identity, options: VdsOptions = {}): Uint8Array {
  const { version = 4, country = "D<<", certificate = "32", profile = "fb06" } = options;
  const { issuedOn = "2024-05-17", signedOn = "2024-05-17", features = { 2: PERMIT_MRZ } } = options;
  const name = options.signer ?? `${signer.name.country}${signer.name.commonName}`;
  const length = certificate.length.toString(16).toUpperCase().padStart(2, "0");
  const names = version === 4 ? `${name}${length}${certificate}` : `${name}${certificate.padStart(5, "0")}`;
  const signed = Uint8Array.from([
    ...[0xdc, version - 1, ...c40(country), ...c40(names)],
    ...[...dateBytes(issuedOn), ...dateBytes(signedOn), ...Buffer.from(profile, "hex")],
    ...Object.entries(features).flatMap(([tag, text]) => {
      const value = c40(text);
      return [Number(tag), ...lengthBytes(value.length), ...value];
    }),
  ]);
  const signature = ecdsa(signed, signer.privateKey);
  return Uint8Array.from([...signed, 0xff, ...lengthBytes(signature.length), ...signature]);
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

const IDB_DIGESTS = ["sha256", "sha384", "sha512"] as const;

/** A message, or the part of one. */
export const tagged = (tag: number, value: Iterable<number>) => {
  const bytes = [...value];
  return [tag, ...lengthBytes(bytes.length), ...bytes];
};

/** How an IDB names its signer's certificate: the end of its SHA-1 in hex. */
export const referenceOf = ({ certificate }: Pick<Identity, "certificate">): string =>
  createHash("sha1").update(certificate).digest("hex").slice(-10).toUpperCase();

export interface IdbOptions {
  readonly identifier?: "NDB1" | "RDB1";
  readonly country?: string;
  /** The reference of the signer's certificate. */
  readonly certificate?: string;
  /** Null: a date whose last digit of the year is not known. */
  readonly signedOn?: string | null;
  readonly digest?: (typeof IDB_DIGESTS)[number];
  /** Messages by their tags: text in C40, bytes as they are. Default: the MRZ of TD2. */
  readonly messages?: Readonly<Record<number, string | Iterable<number>>>;
  readonly isCompressed?: boolean;
  /** The certificate that it has in it. */
  readonly embedded?: Uint8Array;
  readonly isSigned?: boolean;
  /** What happens to the payload after it was signed. */
  readonly change?: (payload: Uint8Array) => Uint8Array;
}

/** A date with no unknown digit. */
export const maskedDate = (date: string): number[] => [0, ...dateBytes(date)];

/** A seal by the ICAO Datastructure for Barcode, signed with the identity's key. */
export function idb(signer: Identity, options: IdbOptions = {}): Uint8Array {
  const {
    identifier = "RDB1",
    country = "D<<",
    messages = { 129: PERMIT_MRZ },
    isCompressed = false,
  } = options;
  const { signedOn = "2024-05-17", embedded, isSigned = true, change = (bytes) => bytes } = options;
  const digest = options.digest ?? IDB_DIGESTS.find((each) => each === digestOf(signer.privateKey))!;
  const header = [
    IDB_DIGESTS.indexOf(digest) + 1,
    ...Buffer.from(options.certificate ?? referenceOf(signer), "hex"),
    ...(signedOn === null ? [0x01, ...dateBytes("2020-05-17")] : maskedDate(signedOn)),
  ];
  const values = Object.entries(messages).flatMap(([tag, value]) =>
    tagged(Number(tag), typeof value === "string" ? c40(value) : value),
  );
  const signed = Uint8Array.from([...c40(country), ...(isSigned ? header : []), ...tagged(0x61, values)]);
  const proof = () => tagged(0x7f, ecdsa(signed, signer.privateKey, digest));
  const certificate = embedded === undefined ? [] : tagged(0x7e, embedded);
  const payload = change(Uint8Array.from([...signed, ...certificate, ...(isSigned ? proof() : [])]));
  const flags = "ABCD"[Number(isSigned) + 2 * Number(isCompressed)];
  const packed = isCompressed ? new Uint8Array(deflateSync(payload)) : payload;
  return Uint8Array.from(Buffer.from(`${identifier}${flags}${base32(packed)}`, "latin1"));
}

/** Days since the first of January 2000 in hex. */
const hexDay = (date: string | null) =>
  date === null
    ? "FFFF"
    : ((Date.parse(date) - Date.UTC(2000, 0, 1)) / 86_400_000).toString(16).toUpperCase().padStart(4, "0");

export interface TwoDDocOptions {
  readonly version?: "01" | "02" | "03" | "04";
  readonly ca?: string;
  readonly certificate?: string;
  readonly issuedOn?: string | null;
  readonly signedOn?: string | null;
  readonly message?: string;
  /** What follows the signature, which does not cover it. */
  readonly annex?: string;
}

/** Names, number, nationality, sex and birth of the permit's holder, by the identifiers of 2D-Doc. */
const IDENTITY_MESSAGE = "60ANNA/MARIA\x1d62ERIKSSON\x1d65ID66L898902C3\x1d67UT68F6912081974";

/** A 2D-Doc of ANTS, signed with the identity's key. */
export function twoDDoc(signer: Identity, options: TwoDDocOptions = {}): Uint8Array {
  const { version = "04", ca = "FR05", certificate = "AB12", message = IDENTITY_MESSAGE } = options;
  const { issuedOn = "2024-05-17", signedOn = "2024-05-17", annex } = options;
  const more = { "01": "", "02": "", "03": "01", "04": "01FR" }[version];
  const header = `DC${version}${ca}${certificate}${hexDay(issuedOn)}${hexDay(signedOn)}07${more}`;
  const signed = Buffer.from(header + message, "latin1");
  const signature = base32(ecdsa(signed, signer.privateKey));
  const after = annex === undefined ? "" : `\x1d${annex}`;
  return Uint8Array.from(Buffer.from(`${signed.toString("latin1")}\x1f${signature}${after}`, "latin1"));
}

/** The same bytes with one bit changed; a negative place counts from the end. */
export const withFlippedBit = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.with(at, bytes.at(at)! ^ 1);
