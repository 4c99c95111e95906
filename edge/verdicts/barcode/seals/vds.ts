import { toHex } from "../../../crypto/encoding.ts";
import { isoOf } from "../../text/country-names.ts";
import type { BarcodeFields } from "../licence-fields.ts";
import { c40, dateOf, Reader } from "./encodings.ts";
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
          digest: null,
          embedded: null,
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
  const profile = toHex(reference);
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
