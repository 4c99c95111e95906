import { isoOf } from "../../text/country-names.ts";
import { printedDate } from "../../text/dates.ts";
import type { BarcodeFields } from "../licence-fields.ts";
import { mrzTextFields } from "./mrz-text.ts";
import type { Seal } from "./seal.ts";

/**
 * Visible digital seals of ICAO Doc 9303-13, versions 3 and 4: a header, features as tag, length and value,
 * and a signature over all before it.
 */
const MAGIC = 0xdc;
const VERSIONS: Readonly<Record<number, 3 | 4>> = { 2: 3, 3: 4 };
const SIGNATURE = 0xff;

interface Profile {
  /** Tags of an MRZ, and of a visa's MRZ without the end of its second line. */
  readonly mrz?: number;
  readonly visas?: readonly number[];
  readonly documentNumber?: number;
}

/** Documents by their feature definition and category: ICAO Doc 9303-13 and BSI TR-03137. */
const PROFILES: Readonly<Record<string, Profile>> = {
  "5d01": { visas: [1, 2] },
  "5e03": { mrz: 2 },
  fb06: { mrz: 2 },
  fd02: { mrz: 2 },
  fa06: { mrz: 4 },
  f908: { documentNumber: 1 },
  f90c: { documentNumber: 1 },
  f80a: { documentNumber: 1 },
};

/** Reads bytes one after another; what lacks is undefined. */
class Reader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number | undefined {
    return this.#bytes[this.at++];
  }

  take(length: number): Uint8Array | undefined {
    const taken = this.#bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken.length === length ? taken : undefined;
  }

  /** Text of so many characters in C40, of which three take two bytes. */
  text(characters: number): string | undefined {
    const taken = this.take(2 * Math.ceil(characters / 3));
    return taken && c40(taken);
  }

  /** A length of DER: one byte, or one or two after a byte that says how many. */
  length(): number | undefined {
    const first = this.byte();
    if (first === undefined || first < 0x80) return first;
    const more = first - 0x80;
    const bytes = more === 1 || more === 2 ? this.take(more) : undefined;
    return bytes?.reduce((length, byte) => 256 * length + byte, 0);
  }
}

/** Reads a seal; null for other content, and for one with anything after its signature. Never throws. */
export function parseVds(content: Uint8Array): Seal | null {
  const reader = new Reader(content);
  const header = readHeader(reader);
  if (header === null) return null;
  const features = new Map<number, Uint8Array>();
  for (;;) {
    const start = reader.at;
    const [tag, length] = [reader.byte(), reader.length()];
    const value = length === undefined ? undefined : reader.take(length);
    if (tag === undefined || value === undefined) return null;
    if (tag !== SIGNATURE) {
      features.set(tag, value);
      continue;
    }
    const { profile, issuedAt, ...rest } = header;
    return reader.isAtEnd && features.size > 0
      ? {
          ...rest,
          fields: fieldsOf(profile, features, issuedAt),
          signedBytes: content.subarray(0, start),
          signature: value,
        }
      : null;
  }
}

interface Header
  extends Pick<Seal, "kind" | "anchorKind" | "issuingState" | "signer" | "certificate" | "signedOn"> {
  readonly profile: Profile | undefined;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

function readHeader(reader: Reader): Header | null {
  const magic = reader.byte();
  const version = VERSIONS[reader.byte() ?? 0];
  if (magic !== MAGIC || version === undefined) return null;
  const country = reader.text(3)?.trim();
  const names = version === 3 ? fixedNames(reader) : namesWithLength(reader);
  const [issuedOn, signedOn] = [dateOf(reader.take(3)), dateOf(reader.take(3))];
  const reference = reader.take(2);
  if (country === undefined || names === null || issuedOn === null || reference === undefined) return null;
  const profile = Array.from(reference, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return {
    kind: "icao_vds",
    anchorKind: "seal",
    issuingState: isoOf(country.replaceAll("<", "")),
    ...names,
    signedOn,
    profile: PROFILES[profile],
    issuedAt: Date.parse(issuedOn),
  };
}

/** Four characters of the signer, five of its certificate. */
const fixedNames = (reader: Reader) => toNames(reader.text(9), 4);

/** Four characters of the signer, two for the length of the certificate's, in hex, and those. */
function namesWithLength(reader: Reader) {
  const start = reader.at;
  const length = reader.text(6)?.slice(4);
  if (length === undefined || !/^[0-9A-F]{2}$/.test(length)) return null;
  reader.at = start;
  return toNames(reader.text(6 + Number.parseInt(length, 16)), 6);
}

/** The certificate is named by its serial number in hex. */
const toNames = (text: string | undefined, from: number) =>
  text !== undefined && /^[A-Z]{2}[A-Z0-9]{2}[0-9A-F]+$/.test(text.slice(0, 4) + text.slice(from))
    ? { signer: text.slice(0, 4), certificate: text.slice(from).replace(/^0+(?=.)/, "") }
    : null;

/** Month, day and year as the digits of one number. */
function dateOf(bytes: Uint8Array | undefined): string | null {
  if (bytes === undefined) return null;
  const digits = String(bytes.reduce((number, byte) => 256 * number + byte, 0)).padStart(8, "0");
  return printedDate(`${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`);
}

function fieldsOf(
  profile: Profile | undefined,
  features: ReadonlyMap<number, Uint8Array>,
  now: number,
): BarcodeFields {
  const { mrz, visas = [], documentNumber } = profile ?? {};
  const text = (tag: number | undefined) => {
    const value = tag === undefined ? undefined : features.get(tag);
    return value && c40(value);
  };
  const number = text(documentNumber)?.trim();
  if (number) return { document_number: number };
  const [whole, visa] = [text(mrz), text(visas.find((tag) => features.has(tag)))];
  if (whole !== undefined) return mrzTextFields(whole, false, now);
  return visa === undefined ? {} : mrzTextFields(visa, true, now);
}

/** The basic set of C40 (ISO/IEC 16022): a space, digits, letters. */
const C40 = "??? 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Ends C40: the next byte is a character of ASCII, and one more. */
const UNLATCH = 0xfe;

function c40(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [high, low] = [bytes[at]!, bytes[at + 1]!];
    if (high === UNLATCH) {
      text += String.fromCharCode(low - 1);
      continue;
    }
    const value = 256 * high + low - 1;
    // The value 0 fills up the last three.
    const values = [Math.floor(value / 1600), Math.floor(value / 40) % 40, value % 40];
    text += values.map((each) => (each === 0 ? "" : (C40[each] ?? ""))).join("");
  }
  return text;
}
