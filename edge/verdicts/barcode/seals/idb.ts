import { inflateSync } from "node:zlib";
import { toHex } from "../../../crypto/encoding.ts";
import { isoOf } from "../../text/country-names.ts";
import type { BarcodeFields } from "../licence-fields.ts";
import { base32, c40, dateOf, Reader } from "./encodings.ts";
import { mrzTextFields } from "./mrz-text.ts";
import type { Seal, SealDigest } from "./seal.ts";

/**
 * Seals by the ICAO Datastructure for Barcode (IDB), version 1: an identifier, a character of flags, and in
 * base 32 a header, messages, perhaps the signer's certificate, and a signature over header and messages.
 */
const FORM = /^[NR]DB1(?<flags>[A-D])(?<payload>[A-Z2-7]+)$/;
const FLAGS = { signed: 1, compressed: 2 } as const;
const TAGS = { messages: 0x61, certificate: 0x7e, signature: 0x7f } as const;
const DIGESTS: Readonly<Record<number, SealDigest>> = { 1: "sha256", 2: "sha384", 3: "sha512" };
const REFERENCE_BYTES = 5;

/** Bytes of a payload once inflated, at most: as many as inference verifies. */
const INFLATED_MAX = 3 * 1024;

/** Messages with an MRZ of one's own, and messages that have it among their own messages. */
const MRZ = [0x07, 0x08, 0x81] as const;
const EMERGENCY = { tag: 0x02, mrz: 0x02 } as const;
/** MRV-A and MRV-B: two lines of 44 or 36, of which 28 characters of the second are certain to be there. */
const VISA = {
  tag: 0x01,
  mrz: [
    { tag: 0x01, length: 44 + 28 },
    { tag: 0x02, length: 36 + 28 },
  ],
} as const;
const EXPIRY = 0x84;
const DOCUMENT_NUMBER = 0x85;

interface Form {
  readonly flags: number;
  readonly payload: string;
}

function formOf(content: Uint8Array): Form | null {
  const found = FORM.exec(String.fromCharCode(...content))?.groups;
  return found === undefined
    ? null
    : { flags: found.flags!.charCodeAt(0) - "A".charCodeAt(0), payload: found.payload! };
}

/** Whether content is an IDB that its issuer did not sign. */
export function isUnsignedIdb(content: Uint8Array): boolean {
  const form = formOf(content);
  return form !== null && (form.flags & FLAGS.signed) === 0;
}

/** Reads a seal; null for other content, and for one with anything after its signature. Never throws. */
export function parseIdb(content: Uint8Array): Seal | null {
  const form = formOf(content);
  if (form === null || (form.flags & FLAGS.signed) === 0) return null;
  const packed = base32(form.payload);
  const payload = packed !== null && form.flags & FLAGS.compressed ? inflated(packed) : packed;
  return payload === null ? null : readPayload(payload);
}

/** Null for what is no zlib stream, and for one that inflates to too much. */
function inflated(stream: Uint8Array): Uint8Array | null {
  try {
    return new Uint8Array(inflateSync(stream, { maxOutputLength: INFLATED_MAX }));
  } catch {
    return null;
  }
}

function readPayload(payload: Uint8Array): Seal | null {
  const reader = new Reader(payload);
  const country = reader.text(3)?.replaceAll(/[ <]+$/g, "");
  const digest = DIGESTS[reader.byte() ?? 0];
  const reference = reader.take(REFERENCE_BYTES);
  const signedOn = maskedDate(reader.take(4));
  const messages = reader.tagged(TAGS.messages);
  const signedBytes = payload.subarray(0, reader.at);
  const embedded = reader.peek() === TAGS.certificate ? reader.tagged(TAGS.certificate) : null;
  const signature = reader.tagged(TAGS.signature);
  const isNamed = country !== undefined && /^[A-Z]{1,3}$/.test(country) && reference !== undefined;
  const isWhole = messages !== undefined && embedded !== undefined && signature !== undefined;
  if (!isNamed || !isWhole || digest === undefined || !reader.isAtEnd) return null;
  return {
    kind: "icao_idb",
    anchorKind: "seal",
    issuingState: isoOf(country),
    signer: country,
    certificate: toHex(reference).toUpperCase(),
    signedOn,
    fields: fieldsOf(messagesIn(messages), signedOn),
    signedBytes,
    signature,
    digest,
    embedded,
  };
}

/** A date after a byte whose bits are its unknown digits; null if any is unknown. */
const maskedDate = (bytes: Uint8Array | undefined): string | null =>
  bytes?.[0] === 0 ? dateOf(bytes.subarray(1)) : null;

/** Messages by their tags, up to the first that is cut off. */
function messagesIn(bytes: Uint8Array): Map<number, Uint8Array> {
  const messages = new Map<number, Uint8Array>();
  for (const reader = new Reader(bytes); !reader.isAtEnd; ) {
    const tag = reader.peek()!;
    const value = reader.tagged(tag);
    if (value === undefined) break;
    messages.set(tag, value);
  }
  return messages;
}

/**
 * The fields of the MRZ. A document with one may name other documents' numbers and dates: they count only
 * without an MRZ. `signedOn`: by which two-digit years are read.
 */
function fieldsOf(messages: ReadonlyMap<number, Uint8Array>, signedOn: string | null): BarcodeFields {
  const mrz = mrzIn(messages);
  if (mrz !== null) return signedOn === null ? {} : mrzTextFields(mrz.text, mrz.isVisa, Date.parse(signedOn));
  const number = messages.get(DOCUMENT_NUMBER);
  const fields = {
    document_number: number && c40(number).trim(),
    date_of_expiry: maskedDate(messages.get(EXPIRY)),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

function mrzIn(messages: ReadonlyMap<number, Uint8Array>): { text: string; isVisa: boolean } | null {
  const within = (tag: number) => messagesIn(messages.get(tag) ?? new Uint8Array());
  const visa = within(VISA.tag);
  for (const { tag, length } of VISA.mrz) {
    const mrz = visa.get(tag);
    if (mrz !== undefined) return { text: c40(mrz).slice(0, length), isVisa: true };
  }
  const own = MRZ.map((tag) => messages.get(tag)).find((mrz) => mrz !== undefined);
  const whole = own ?? within(EMERGENCY.tag).get(EMERGENCY.mrz);
  return whole === undefined ? null : { text: c40(whole), isVisa: false };
}
