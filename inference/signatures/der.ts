import {
  type AsnType,
  BitString,
  Constructed,
  fromBER,
  Integer,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as Sets,
} from "asn1js";

/** A file that is not the ASN.1 structure that it should be. The message names the part, and no value. */
export class MalformedFileError extends Error {
  override readonly name = "MalformedFileError";
}

/** A file whose structure is right, and which names an algorithm or a key that is not verified here. */
export class UnsupportedAlgorithmError extends MalformedFileError {}

/** A value of ASN.1 as it was encoded. */
export type Value = AsnType;

/** Values in a file at most: a list of 600 certificates has 60,000. */
const VALUES_MAX = 1_000_000;

/**
 * The one value that the bytes encode, at most 100 levels deep and with at most so many values in it. Throws
 * `MalformedFileError` for anything else, or anything after it.
 */
export function decode(bytes: Uint8Array, what: string, maxNodes = VALUES_MAX): Value {
  const { offset, result } = parsed(bytes, what, maxNodes);
  if (offset !== bytes.length) throw new MalformedFileError(`${what} is not one ASN.1 value`);
  return result;
}

/** asn1js throws errors of several types for text whose bytes are none. */
function parsed(bytes: Uint8Array, what: string, maxNodes: number): ReturnType<typeof fromBER> {
  try {
    return fromBER(bytes, { maxNodes, parseEmbedded: false });
  } catch (cause) {
    throw new MalformedFileError(`${what} is not one ASN.1 value`, { cause });
  }
}

/** The bytes of a value, tag and length included, as they were encoded: signatures cover these. */
export const encoded = (value: Value): Uint8Array => value.valueBeforeDecodeView;

/** The members of a SEQUENCE, a SET or an explicit tag. Throws `MalformedFileError` for another value. */
export function members(value: Value | undefined, what: string): Value[] {
  if (value instanceof Sequence || value instanceof Sets || value instanceof Constructed)
    return value.valueBlock.value as Value[];
  throw new MalformedFileError(`${what} is no structure`);
}

/** An OBJECT IDENTIFIER in its dotted form. */
export function oid(value: Value | undefined, what: string): string {
  if (value instanceof ObjectIdentifier) return value.valueBlock.toString();
  throw new MalformedFileError(`${what} is no object identifier`);
}

/** The content of an OCTET STRING, which may be in parts. */
export function octets(value: Value | undefined, what: string): Uint8Array {
  if (value instanceof OctetString) return new Uint8Array(value.getValue());
  throw new MalformedFileError(`${what} is no octet string`);
}

/** The content of a BIT STRING of whole bytes. */
export function bits(value: Value | undefined, what: string): Uint8Array {
  if (value instanceof BitString) return value.valueBlock.valueHexView;
  throw new MalformedFileError(`${what} is no bit string`);
}

/** A small whole number; undefined for another value. */
export const whole = (value: Value | undefined): number | undefined =>
  value instanceof Integer ? value.valueBlock.valueDec : undefined;

/** Whether a value has this context-specific tag. */
export const isTagged = (value: Value | undefined, tag: number): boolean =>
  value !== undefined && value.idBlock.tagClass === CONTEXT_SPECIFIC && value.idBlock.tagNumber === tag;

const CONTEXT_SPECIFIC = 3;
