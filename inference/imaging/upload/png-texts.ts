import { says } from "./container.ts";
import { inflated } from "./png.ts";

/** Largest size in bytes of one text, and of all texts, once inflated: longer ones are not read. */
const TEXT_MAX = 512 * 1024;
const ALL_MAX = 2 * 2 ** 20;
const XMP = "XML:com.adobe.xmp";

interface Text {
  readonly keyword: string;
  readonly text: Buffer;
}

/** The texts of a PNG's chunks (W3C PNG, 11.3.3), keyword first, and the XMP packet, which is one of them. */
export function readTexts(chunks: readonly Uint8Array[]) {
  const texts: string[] = [];
  let xmp: Buffer | undefined;
  let left = ALL_MAX;
  for (const chunk of chunks) {
    const read = left > 0 ? readText(chunk, Math.min(left, TEXT_MAX)) : undefined;
    if (read === undefined) continue;
    left -= read.text.length;
    if (read.keyword === XMP) xmp ??= read.text;
    else texts.push(`${read.keyword} ${read.text.toString(says(chunk, 0, "iTXt") ? "utf8" : "latin1")}`);
  }
  return { texts, xmp };
}

/** One chunk's text; undefined if it is broken, or longer than `most`. */
function readText(chunk: Uint8Array, most: number): Text | undefined {
  const end = chunk.indexOf(0, 4);
  if (end < 0) return undefined;
  const keyword = Buffer.from(chunk.subarray(4, end)).toString("latin1");
  const [isCompressed, from] = startOf(chunk, end + 1);
  const stored = chunk.subarray(from);
  const text = isCompressed ? inflated(stored, most) : Buffer.from(stored);
  return text === undefined || text.length > most ? undefined : { keyword, text };
}

/** Whether the text after a keyword is compressed, and its offset. */
function startOf(chunk: Uint8Array, at: number): [isCompressed: boolean, from: number] {
  if (says(chunk, 0, "tEXt")) return [false, at];
  if (says(chunk, 0, "zTXt")) return [true, at + 1];
  const behindLanguage = endOfString(chunk, at + 2);
  return [chunk[at] === 1, endOfString(chunk, behindLanguage)];
}

const endOfString = (chunk: Uint8Array, from: number) => {
  const zero = chunk.indexOf(0, from);
  return zero < 0 ? chunk.length : zero + 1;
};
