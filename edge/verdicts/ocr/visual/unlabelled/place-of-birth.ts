import type { FieldKey } from "../../../../../vocabulary/documents.ts";
import type { TextLine } from "../../../../inference/port.ts";
import { isWithinEdits } from "../../../text/edit-distance.ts";
import { CONFIDENT, lettersOf } from "../../../text/letters.ts";
import { isLikeLabel } from "../labels/blurred-labels.ts";
import { lineAt, type ReadValue, readIn } from "../placement.ts";
import { printedSex } from "../sexes.ts";
import type { IsOpen, Known, Values } from "./explained.ts";

/** A name of a place: words, several perhaps, and nothing else; a full stop ends one. */
const WORDS = /^\p{L}(?:[\p{L} '’,()/-]|\.(?!\p{L}))*$/u;
const SMALL = /\p{Ll}/u;
/** Letters of a place's name at least: codes of states, and scraps of print, have fewer. */
const NAMED_FROM = 4;
/** Colours of eyes, which stand by what is told of a birth and are words, too. */
const COLOURS = new Set(
  `BROWN BLUE GREEN GREY GRAY HAZEL BLACK MARRON MARRONS BLEU BLEUS VERT VERTS GRIS NOISETTE NOIR NOIRS BRAUN BLAU
  GRUEN GRUN GRAU SCHWARZ CASTANO AZUL AZULES VERDE VERDES NEGRO NEGROS MARRONI CASTANI AZZURRI CELESTI VERDI GRIGI NERI
  CASTANHO CASTANHOS AZUIS CINZENTOS PRETOS BRUIN BLAUW GROEN GRIJS`.split(/\s+/),
);
/** How authorities begin, which are words as well; their letters alone, since readers lose spaces. */
const AUTHORITY =
  /^(?:CITYOF|COUNTYOF|MINIST|DEPART|GOVERN|HOMEOFFICE|PASSPORT|IMMIGR|POLI[CZ]|PREFE|MAIRIE|LANDRAT|BUNDES|BEZIRK|COMUNEDI|QUESTURA|AYUNTAM|GOBIERNO|DIRECCION|SERVICO|IMIGRA|GEMEENTE|BURGEMEESTER)/;
/** How much larger or smaller than the MRZ's values another value is printed. */
const ALIKE = 1.25;
/** How far the left edges of a column's lines differ, in heights of a line. */
const SAME_LEFT = 0.6;

/** So many words by the date of birth are looked at: comparing one with every label takes long. */
const LIKELY_MAX = 12;

/** A page's lines, less its labels, and what is known of them. */
interface Page {
  readonly lines: readonly TextLine[];
  readonly isOpen: IsOpen;
  readonly known: Known;
  readonly machine: Values;
  /** What was found in print, also without labels. */
  readonly printed: Values;
}

/**
 * The place of birth where its label could not be read. A word says nothing of itself: it is the only one
 * among the printed values that neither the MRZ nor a label explains, and no nearer to the dates of issue
 * and expiry, where authorities stand, than to that of birth. None where the nationality was not found in
 * print, which may be that word.
 */
export function placeOfBirth({ lines, isOpen, known, machine, printed }: Page): ReadValue | undefined {
  const keys = new Set(known.values());
  if (!keys.has("date_of_birth") || !keys.has("nationality")) return undefined;
  const told = [...printed.values()];
  const left = lines.filter((line) => !known.has(line) && !told.some((value) => isPartOf(value, line)));
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
 * where they all are.
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

/** Over or under a line with a word and a number, which is one of an address. */
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

/** The share of a name's letters that are mistaken at most. */
const MISTAKEN = 0.25;

/** A part of the holder's names, or one of them misread. */
function isOfNames({ text }: TextLine, machine: Values): boolean {
  const own = lettersOf(text);
  const [last, first] = [machine.get("last_name")?.value ?? "", machine.get("first_name")?.value ?? ""];
  const names = [last, first, ...`${last} ${first}`.split(" ")].map(lettersOf);
  return (
    lettersOf(first + last).includes(own) ||
    names.some((name) => isWithinEdits(name, own, MISTAKEN * name.length))
  );
}

/** Whether a line is no further, up or down, from the date of birth than from those of issue and expiry. */
function isByBirth({ place: [, y, , height] }: TextLine, known: Known, issued: readonly TextLine[]): boolean {
  const linesOf = (key: FieldKey) => [...known].filter(([, own]) => own === key).map(([line]) => line);
  const away = (lines: readonly TextLine[]) => Math.min(...lines.map(({ place }) => Math.abs(place[1] - y)));
  return away(linesOf("date_of_birth")) <= away([...linesOf("date_of_expiry"), ...issued]) + height / 2;
}

/** Whether a value was read in a line: its box holds the line's middle. */
function isPartOf({ bbox }: ReadValue, { box: [x, y, width, height] }: TextLine): boolean {
  if (bbox === null) return false;
  const [left, top, wide, tall] = bbox;
  const [across, down] = [x + width / 2, y + height / 2];
  return across > left && across < left + wide && down > top && down < top + tall;
}
