import { decode, encode, Tagged } from "cborg";
import { assertForm, MalformedCredentialError } from "../errors.ts";

/** Tags of ISO/IEC 18013-5: date and time, embedded CBOR, full-date, and a COSE_Sign1 that names itself. */
const TAGS = { dateTime: 0, epoch: 1, sign1: 18, embedded: 24, fullDate: 1004 } as const;

/** Bounds the nesting before a decoder recurses: documents of ISO/IEC 18013-5 nest to about ten. */
const MAX_DEPTH = 32;

/** CBOR within a byte string (tag 24). Digests and signatures cover these bytes. */
export class Embedded {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  /** The item with its tag, as it is hashed. */
  get tagged(): Uint8Array {
    return encodeCbor(this);
  }
}

const OPTIONS = {
  allowIndefinite: false,
  rejectDuplicateMapKeys: true,
  allowUndefined: false,
  allowNaN: false,
  allowInfinity: false,
  useMaps: true,
  tags: {
    [TAGS.dateTime]: (value: () => unknown) => textOf(value(), "a date and time"),
    [TAGS.epoch]: (value: () => unknown) => value(),
    [TAGS.sign1]: (value: () => unknown) => value(),
    [TAGS.embedded]: (value: () => unknown) => new Embedded(bytesOf(value(), "embedded CBOR")),
    [TAGS.fullDate]: (value: () => unknown) => textOf(value(), "a full-date"),
  },
};

/**
 * The value of CBOR in its one reading (RFC 8949): no indefinite lengths, no duplicate keys, shortest
 * lengths, no unknown tags. Maps are `Map`. Throws `MalformedCredentialError`.
 */
export function decodeCbor(bytes: Uint8Array): unknown {
  assertForm(depthOf(bytes) <= MAX_DEPTH, "CBOR is nested too deep");
  try {
    return decode(bytes, OPTIONS);
  } catch (error) {
    throw new MalformedCredentialError("CBOR does not have one reading", { cause: error });
  }
}

/** The greatest nesting of arrays, maps and tags, by their heads alone. */
function depthOf(bytes: Uint8Array): number {
  const open: number[] = [];
  let deepest = 0;
  for (let at = 0; at < bytes.length; ) {
    const [major, info] = [bytes[at]! >> 5, bytes[at]! & 31];
    const width = info < 24 ? 0 : info < 28 ? 2 ** (info - 24) : Number.NaN;
    assertForm(!Number.isNaN(width), "CBOR has an indefinite or reserved length");
    let value = width === 0 ? info : 0;
    for (let i = 1; i <= width; i++) value = value * 256 + (bytes[at + i] ?? 0);
    at += 1 + width;
    if (major === 2 || major === 3) at += value;
    const members = major === 4 ? value : major === 5 ? 2 * value : major === 6 ? 1 : 0;
    while (open.length > 0 && open.at(-1) === 0) open.pop();
    if (open.length > 0) open[open.length - 1]! -= 1;
    if (members > 0) open.push(members);
    deepest = Math.max(deepest, open.length);
    if (deepest > MAX_DEPTH) return deepest;
  }
  return deepest;
}

/** Definite CBOR with the shortest lengths. `Embedded` has its tag; maps keep the order of their entries. */
export const encodeCbor = (value: unknown): Uint8Array =>
  encode(tagged(value), { mapSorter: () => 0, float64: false } as Parameters<typeof encode>[1]);

/** The value with `Embedded` as tagged byte strings. */
function tagged(value: unknown): unknown {
  if (value instanceof Embedded) return new Tagged(TAGS.embedded, value.bytes);
  if (Array.isArray(value)) return value.map(tagged);
  if (value instanceof Map) return new Map(Array.from(value, ([key, each]) => [key, tagged(each)]));
  return value;
}

export function mapOf(value: unknown, what: string): ReadonlyMap<unknown, unknown> {
  assertForm(value instanceof Map, `${what} is no map`);
  return value;
}

export function arrayOf(value: unknown, what: string): readonly unknown[] {
  assertForm(Array.isArray(value), `${what} is no array`);
  return value;
}

export function bytesOf(value: unknown, what: string): Uint8Array {
  assertForm(value instanceof Uint8Array, `${what} is no byte string`);
  return value;
}

export function textOf(value: unknown, what: string): string {
  assertForm(typeof value === "string", `${what} is no text`);
  return value;
}

export function embeddedOf(value: unknown, what: string): Embedded {
  assertForm(value instanceof Embedded, `${what} is no embedded CBOR`);
  return value;
}

/** Milliseconds since the epoch of an RFC 3339 text. */
export function timeOf(value: unknown, what: string): number {
  const time = Date.parse(textOf(value, what));
  assertForm(!Number.isNaN(time), `${what} is no time`);
  return time;
}
