import { MalformedFileError } from "../signatures/der.ts";
import { IncompleteFileError } from "./file-error.ts";

/** One data object of ISO/IEC 7816-4: a tag of one or two bytes, and its content. */
export interface Tlv {
  readonly tag: number;
  readonly content: Uint8Array;
  /** The index after it. */
  readonly end: number;
}

/** Data objects in one template: the longest, DG11, has some 20. */
const MEMBERS_MAX = 64;

/**
 * The data object at an index. Its length is definite and of at most 4 bytes. Throws `IncompleteFileError` if
 * the bytes end before it does, and `MalformedFileError`.
 */
function readTlv(bytes: Uint8Array, at = 0): Tlv {
  const first = byteAt(bytes, at);
  const isLong = (first & 0x1f) === 0x1f;
  const second = isLong ? byteAt(bytes, at + 1) : 0;
  if (second > 0x7f) throw new MalformedFileError("a tag has more than two bytes");
  const tag = isLong ? (first << 8) | second : first;
  const lengthAt = at + (isLong ? 2 : 1);
  const { length, start } = readLength(bytes, lengthAt);
  const end = start + length;
  if (end > bytes.length) throw new IncompleteFileError("a data object ends after its file");
  return { tag, content: bytes.subarray(start, end), end };
}

function readLength(bytes: Uint8Array, at: number): { length: number; start: number } {
  const first = byteAt(bytes, at);
  if (first < 0x80) return { length: first, start: at + 1 };
  const count = first & 0x7f;
  if (count < 1 || count > 4) throw new MalformedFileError("a length is indefinite or over 4 bytes");
  let length = 0;
  for (let i = 1; i <= count; i++) length = length * 256 + byteAt(bytes, at + i);
  return { length, start: at + 1 + count };
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new IncompleteFileError("a data object ends after its file");
  return byte;
}

/** The content of a file that is one data object of this tag and nothing else. */
export function fileContent(file: Uint8Array, tag: number): Uint8Array {
  const found = readTlv(file);
  if (found.tag !== tag) throw new MalformedFileError("the file has another tag");
  if (found.end !== file.length) throw new MalformedFileError("the file has bytes after its data object");
  return found.content;
}

/** The data objects of a template whose file is complete. */
export function readMembers(content: Uint8Array): Tlv[] {
  const found: Tlv[] = [];
  for (let at = 0; at < content.length; at = found.at(-1)!.end) {
    if (found.length === MEMBERS_MAX) throw new MalformedFileError("a template has too many data objects");
    found.push(readInner(content, at));
  }
  return found;
}

/** A data object that ends after the template around it is malformed: the file itself is complete. */
export function readInner(content: Uint8Array, at = 0): Tlv {
  try {
    return readTlv(content, at);
  } catch (error) {
    if (!(error instanceof IncompleteFileError)) throw error;
    throw new MalformedFileError("a data object ends after its template", { cause: error });
  }
}
