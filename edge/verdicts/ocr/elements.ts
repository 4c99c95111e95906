import type { FieldKey } from "../../../vocabulary/documents.ts";
import { editDistance, isWithinOneEdit } from "../../../vocabulary/edit-distance.ts";
import { printedDate } from "../text/dates.ts";
import { stripAccents } from "../text/letters.ts";
import { containsWithoutMarks, isShortFor } from "../text/names.ts";
import { remembered } from "../text/remembered.ts";
import { transliteratedWords, transliterations } from "../text/transliteration.ts";
import { DIGIT_OF } from "./number-form.ts";

/** A line of the visual inspection zone, or a value that was read there. */
export interface Printed {
  readonly text: string;
}

type Comparison = "same" | "different" | "unknown";

/** How two printings of a data element on a document are compared. */
export interface Element {
  /** Whether what is printed shows the value. */
  shown(printed: Printed, value: string): boolean;
  /**
   * Compares with the value printed under the element's label. `same` allows for a misreading; `unknown`
   * means that no spelling makes the texts comparable. `isFull`: the value is of an MRZ whose names fill
   * their line, and may be cut or abbreviated there.
   */
  compare(printed: string, value: string, isFull?: boolean): Comparison;
}

/** Whether a text contains the searched letters. False if there are no letters to search for. */
const shows = (text: string, sought: string): boolean => sought !== "" && text.includes(sought);

/** The words of a text in every spelling of the MRZ, and their letters alone. */
const spellings = remembered(({ text }: Printed) => {
  const inWords = transliteratedWords(text);
  return { inWords, inLetters: inWords.replaceAll(" ", "") };
});

const NAME: Element = {
  shown: (printed, value) => {
    const own = words(value);
    // A name in a script that the MRZ's tables do not spell must be printed exactly.
    if (own === "") return shows(inOwnScript(printed.text), inOwnScript(value));
    const { inWords, inLetters } = spellings(printed);
    if (inWords.includes(` ${own} `)) return true;
    const sought = letters(own);
    return own.length >= 5 && (inLetters.includes(sought) || containsWithoutMarks(inLetters, sought));
  },
  compare: (printed, value, isFull = false) => {
    const b = letters(value);
    if (b === "") {
      const own = inOwnScript(value);
      return own !== "" && inOwnScript(printed) === own ? "same" : "unknown";
    }
    const found = transliterations(printed)
      .map(letters)
      .filter((a) => a !== "");
    if (found.length === 0) return "unknown";
    const isSame = isFull
      ? isShortFor(value, printed) || found.some((a) => isCut(a, b))
      : found.some((a) => isMisreading(a, b));
    return isSame ? "same" : "different";
  },
};

/**
 * Whether two names, reduced to letters, are the same: a reader loses parts of a name, and misreads up to a
 * third of it.
 */
const isMisreading = (a: string, b: string): boolean =>
  a.includes(b) || b.includes(a) || editDistance(a, b) <= Math.max(a.length, b.length) / 3;

/** The same if the second may be cut. Initials occur within any name, so it has to begin the first. */
const isCut = (a: string, b: string): boolean =>
  b.includes(a) || [a, a.slice(0, b.length)].some((each) => editDistance(each, b) <= b.length / 3);

const numberIn = remembered(({ text }: Printed) => lookAlikes(text));

const NUMBER: Element = {
  shown: (printed, value) => shows(numberIn(printed), lookAlikes(value)),
  compare: (printed, value) => {
    const [a, b] = [lookAlikes(printed), lookAlikes(value)];
    if (a === "" || b === "") return "unknown";
    return isWithinOneEdit(a, b) ? "same" : "different";
  },
};

const dateIn = remembered(({ text }: Printed) => printedDate(text));

const DATE: Element = {
  shown: (printed, value) => dateIn(printed) === value,
  compare: (printed, value) => (printed === value ? "same" : "different"),
};

/** The elements that identify a document and its holder, and its expiry. */
export const ELEMENTS: readonly (readonly [FieldKey, Element])[] = [
  ["last_name", NAME],
  ["first_name", NAME],
  ["document_number", NUMBER],
  ["date_of_birth", DATE],
  ["date_of_expiry", DATE],
];

/** Words in capital letters, separated by single spaces. */
function words(text: string): string {
  return text.replace(/[^A-Z]+/g, " ").trim();
}

/** The letters of any script, in capitals without accents. */
const inOwnScript = (text: string): string =>
  stripAccents(text.normalize("NFKC").toUpperCase()).replace(/[^\p{L}\p{M}]/gu, "");

function letters(text: string): string {
  return words(text).replaceAll(" ", "");
}

/** Letters and digits, with characters that readers confuse mapped to one. */
function lookAlikes(text: string): string {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return plain.replace(/[OQDILZSGB]/g, (letter) => DIGIT_OF[letter]!);
}
