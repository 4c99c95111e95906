import { printedDate } from "../../text/dates.ts";

/** Reads bytes one after another; what lacks is undefined. */
export class Reader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** The next byte, which is read again. */
  peek(): number | undefined {
    return this.#bytes[this.at];
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

  /** The value after a tag and a length; undefined for another tag. */
  tagged(tag: number): Uint8Array | undefined {
    const length = this.byte() === tag ? this.length() : undefined;
    return length === undefined ? undefined : this.take(length);
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

/** Month, day and year as the digits of one number in three bytes, in ISO 8601; null for no date. */
export function dateOf(bytes: Uint8Array | undefined): string | null {
  if (bytes === undefined) return null;
  const digits = String(bytes.reduce((number, byte) => 256 * number + byte, 0)).padStart(8, "0");
  return printedDate(`${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`);
}

/** The basic set of C40 (ISO/IEC 16022): a space, digits, letters. */
const C40 = "??? 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Ends C40: the next byte is a character of ASCII, and one more. */
const UNLATCH = 0xfe;

export function c40(bytes: Uint8Array): string {
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

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base 32 of RFC 4648, with or without padding; null for other text. */
export function base32(text: string): Uint8Array | null {
  const digits = text.replace(/=+$/, "");
  if (!/^[A-Z2-7]+$/.test(digits)) return null;
  const bytes = new Uint8Array(Math.floor((digits.length * 5) / 8));
  let [bits, held, at] = [0, 0, 0];
  for (const digit of digits) {
    held = ((held << 5) | ALPHABET.indexOf(digit)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes;
}
