import type { TextLine } from "../../../../inference/port.ts";
import { lineAt, type ReadValue, readIn } from "../placement.ts";
import type { IsOpen } from "./explained.ts";

/** One character class, so that a long line is matched in one pass. */
const WORDS = String.raw`\p{L}[\p{L} '’.-]*`;
/** A house's number before or behind its street, and a postal code before or behind its town. */
const STREET = new RegExp(String.raw`^(?:\d{1,4}[A-Z]? ?${WORDS}|${WORDS} ?\d{1,4}[A-Z]?\.?)$`, "u");
const TOWN = new RegExp(String.raw`^(?:\d{4,6} ?${WORDS}|${WORDS} ?\d{4,6})$`, "u");
/** Minimum letters of a street's or a town's name: document numbers have fewer in a row. */
const NAMED = /\p{L}{4}/u;

const isStreet = (text: string) => STREET.test(text.trim()) && NAMED.test(text);
const isTown = (text: string) => TOWN.test(text.trim()) && NAMED.test(text);

/** A part of a house, above its street; and a postal code of its own, below its town. */
const UNIT = /^(?:FLAT|APT|APARTMENT|UNIT|SUITE|ROOM)\.? ?\d{1,4}[A-Z]?$/i;
const CODE = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i;

/** Maximum candidate texts for an address; a page of a document has two or three. */
const SEVERAL = 8;

/**
 * The only address of a page: a street and a town, in one line or two beneath one another, or from a house's
 * part down to a postal code.
 */
export function addressOf(lines: readonly TextLine[], isOpen: IsOpen): ReadValue | undefined {
  const single = lines.filter(({ text }) => {
    const parts = text.split(",");
    const [first, second] = parts as [string, string];
    return (
      parts.length === 2 && ((isStreet(first) && isPlace(second)) || (isTown(first) && isStreet(second)))
    );
  });
  const pairs = lines.flatMap((first) => {
    const second = beneath(first, lines);
    if (second === undefined) return [];
    const isAddress =
      (isStreet(first.text) && isTown(second.text)) || (isTown(first.text) && isStreet(second.text));
    return isAddress ? [[first, second]] : [];
  });
  const all = [...single.map((line) => [line]), ...pairs, ...blocksOf(lines)];
  if (all.length > SEVERAL) return undefined;
  const [only, ...others] = all.filter((parts) => parts.every(isOpen));
  if (only === undefined || others.length > 0) return undefined;
  return readIn(only, only.map(({ text }) => text.trim()).join(", "));
}

/** The next line of a value. */
function beneath(line: TextLine, lines: readonly TextLine[]): TextLine | undefined {
  const next = lineAt("beneath", line, lines);
  return next && Math.abs(next.place[0] - line.place[0]) < 2 * line.place[3] ? next : undefined;
}

/** A street, its town and a postal code beneath one another, with the part of the house that is over them. */
function blocksOf(lines: readonly TextLine[]): TextLine[][] {
  return lines.flatMap((street) => {
    const town = isStreet(street.text) ? beneath(street, lines) : undefined;
    const code = town && PLACE.test(town.text.trim()) ? beneath(town, lines) : undefined;
    if (code === undefined || !CODE.test(code.text.trim())) return [];
    const unit = lines.find((line) => UNIT.test(line.text.trim()) && beneath(line, lines) === street);
    return [[...(unit === undefined ? [] : [unit]), street, town!, code]];
  });
}

/** Towns between a street and a code: letters' heights differ, so one may look like a label of these. */
export const townsOf = (lines: readonly TextLine[]): ReadonlySet<TextLine> =>
  new Set(blocksOf(lines).map((block) => block.at(-2)!));

const PLACE = new RegExp(`^${WORDS}$`, "u");
const isPlace = (text: string) => isTown(text) || PLACE.test(text.trim());
