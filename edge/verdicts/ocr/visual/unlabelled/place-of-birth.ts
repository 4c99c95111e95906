import type { FieldKey } from "../../../../../vocabulary/documents.ts";
import { isWithinEdits } from "../../../../../vocabulary/edit-distance.ts";
import type { TextLine } from "../../../../inference/port.ts";
import { CONFIDENT, lettersOf } from "../../../text/letters.ts";
import { isLikeLabel } from "../labels/label-beginnings.ts";
import { lineAt, type ReadValue, readIn } from "../placement.ts";
import { printedSex } from "../sexes.ts";
import type { IsOpen, Known, Values } from "./explained.ts";

/** A place name: only words, perhaps several; a full stop ends one. */
const WORDS = /^\p{L}(?:[\p{L} '’,()/-]|\.(?!\p{L}))*$/u;
const SMALL = /\p{Ll}/u;
/** Minimum letters of a place's name: codes of states, and scraps of print, have fewer. */
const NAMED_FROM = 4;
/** Colours of eyes, which are words as well and are printed beside the date of birth. */
const COLOURS = new Set(
  `BROWN BLUE GREEN GREY GRAY HAZEL BLACK MARRON MARRONS BLEU BLEUS VERT VERTS GRIS NOISETTE NOIR NOIRS BRAUN BLAU
  GRUEN GRUN GRAU SCHWARZ CASTANO AZUL AZULES VERDE VERDES NEGRO NEGROS MARRONI CASTANI AZZURRI CELESTI VERDI GRIGI NERI
  CASTANHO CASTANHOS AZUIS CINZENTOS PRETOS BRUIN BLAUW GROEN GRIJS`.split(/\s+/),
);
/**
 * The first letters of authorities' names, which are words as well; without spaces, since readers lose them.
 */
const AUTHORITY =
  /^(?:CITYOF|COUNTYOF|MINIST|DEPART|GOVERN|HOMEOFFICE|PASSPORT|IMMIGR|POLI[CZ]|PREFE|MAIRIE|LANDRAT|BUNDES|BEZIRK|COMUNEDI|QUESTURA|AYUNTAM|GOBIERNO|DIRECCION|SERVICO|IMIGRA|GEMEENTE|BURGEMEESTER)/;
/** Maximum ratio of another value's print size to that of the MRZ's values. */
const ALIKE = 1.25;
/** Maximum difference of the left edges of a column's lines, in heights of a line. */
const SAME_LEFT = 0.6;

/** Maximum words by the date of birth that are tried: comparing one with every label takes long. */
const LIKELY_MAX = 12;

/** A page's lines without its labels, and the known values. */
interface Page {
  readonly lines: readonly TextLine[];
  readonly isOpen: IsOpen;
  readonly known: Known;
  readonly machine: Values;
  /** Values found in the print, including those without labels. */
  readonly printed: Values;
}

/**
 * The place of birth if its label could not be read. A word alone says nothing: it must be the only printed
 * value that neither the MRZ nor a label explains. It must also be no nearer to the dates of issue and
 * expiry, where authorities are printed, than to that of birth. None if the nationality was not found in
 * print, since it may be that word.
 */
export function placeOfBirth({ lines, isOpen, known, machine, printed }: Page): ReadValue | undefined {
  const keys = new Set(known.values());
  if (!keys.has("date_of_birth") || !keys.has("nationality")) return undefined;
  const values = [...printed.values()];
  const left = lines.filter((line) => !known.has(line) && !values.some((value) => isPartOf(value, line)));
  const words = left.filter((line) => isWord(line.text) && isPrintedLike(line, [...known.keys()]));
  const issue = printed.get("date_of_issue");
  const issued = issue === undefined ? [] : lines.filter((line) => isPartOf(issue, line));
  const likely = words.filter((line) => isByBirth(line, known, issued) && !isOfNames(line, machine));
  if (likely.length > LIKELY_MAX) return undefined;
  const [only, ...others] = likely.filter(
    (line) => isOpen(line) && !isOfAddress(line, lines, left, isOpen) && !isLikeLabel(line.text),
  );
  if (only === undefined || others.length > 0 || only.confidence < CONFIDENT) return undefined;
  return readIn([only], only.text.trim());
}

function isWord(text: string): boolean {
  const letters = lettersOf(text);
  const isNamed = letters.length >= NAMED_FROM && !COLOURS.has(letters) && !AUTHORITY.test(letters);
  return isNamed && WORDS.test(text.trim()) && printedSex(text, new Set()) === null;
}

/**
 * Printed like the MRZ's values, in a column of theirs, from the first of them down to the last; in capitals
 * if they all are.
 */
function isPrintedLike({ text, place: [x, y, , height] }: TextLine, known: readonly TextLine[]): boolean {
  const heights = known.map(({ place }) => place[3]).sort((a, b) => a - b);
  const usual = heights[heights.length >> 1]!;
  const tops = known.map(({ place }) => place[1]);
  const isAmong = y > Math.min(...tops) - height / 2 && y < Math.max(...tops);
  const isAligned = known.some(({ place: [left] }) => Math.abs(x - left) < SAME_LEFT * usual);
  const isAsLarge = height < ALIKE * usual && height > usual / ALIKE;
  const isAsWritten = !SMALL.test(text) || known.some((line) => SMALL.test(line.text));
  return isAmong && isAligned && isAsLarge && isAsWritten;
}

/** Above or below a line with a word and a number, which is one of an address. */
function isOfAddress(
  line: TextLine,
  lines: readonly TextLine[],
  left: readonly TextLine[],
  isOpen: IsOpen,
): boolean {
  return (["above", "beneath"] as const).some((placement) => {
    const next = lineAt(placement, line, lines);
    const isLeft = next !== undefined && left.includes(next) && isOpen(next);
    return isLeft && /\d/.test(next.text) && /\p{L}{2}/u.test(next.text);
  });
}

/** Maximum share of a name's letters that are misread. */
const MISTAKEN = 0.25;

/** A part of the holder's names, or a misreading of one. */
function isOfNames({ text }: TextLine, machine: Values): boolean {
  const own = lettersOf(text);
  const [last, first] = [machine.get("last_name")?.value ?? "", machine.get("first_name")?.value ?? ""];
  const names = [last, first, ...`${last} ${first}`.split(" ")].map(lettersOf);
  return (
    lettersOf(first + last).includes(own) ||
    names.some((name) => isWithinEdits(name, own, MISTAKEN * name.length))
  );
}

/** Whether a line is vertically no further from the date of birth than from those of issue and expiry. */
function isByBirth({ place: [, y, , height] }: TextLine, known: Known, issued: readonly TextLine[]): boolean {
  const linesOf = (key: FieldKey) => [...known].filter(([, own]) => own === key).map(([line]) => line);
  const away = (lines: readonly TextLine[]) => Math.min(...lines.map(({ place }) => Math.abs(place[1] - y)));
  return away(linesOf("date_of_birth")) <= away([...linesOf("date_of_expiry"), ...issued]) + height / 2;
}

/** Whether a value was read in a line: its box contains the line's middle. */
function isPartOf({ bbox }: ReadValue, { box: [x, y, width, height] }: TextLine): boolean {
  if (bbox === null) return false;
  const [left, top, wide, tall] = bbox;
  const [across, down] = [x + width / 2, y + height / 2];
  return across > left && across < left + wide && down > top && down < top + tall;
}
