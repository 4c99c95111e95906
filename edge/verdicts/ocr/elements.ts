import type { FieldKey } from "../../vocabulary/documents.ts";
import { printedDate } from "../text/dates.ts";
import { editDistance, isWithinOneEdit } from "../text/edit-distance.ts";
import { remembered } from "../text/remembered.ts";
import { transliteratedWords, transliterations } from "../text/transliteration.ts";

/** A line of the visual zone, or a value that was read there. */
export interface Printed {
  readonly text: string;
}

/** How the two printings of a data element on a document are compared. */
export interface Element {
  /** Whether what is printed shows the value. */
  shown(printed: Printed, value: string): boolean;
  /**
   * Whether the value printed under the element's label is a different value, and not a misreading of the
   * same one.
   */
  differs(printed: string, value: string): boolean;
}

/** The words of a text in every spelling of the zone, and their letters alone. */
const spellings = remembered(({ text }: Printed) => {
  const inWords = transliteratedWords(text);
  return { inWords, inLetters: inWords.replaceAll(" ", "") };
});

const NAME: Element = {
  shown: (printed, value) => {
    const { inWords, inLetters } = spellings(printed);
    return inWords.includes(` ${words(value)} `) || (value.length >= 5 && inLetters.includes(letters(value)));
  },
  differs: (printed, value) =>
    transliterations(printed).every((spelling) => {
      const [a, b] = [letters(spelling), letters(value)];
      if (a === "" || a.includes(b) || b.includes(a)) return false;
      return editDistance(a, b) > Math.max(a.length, b.length) / 3;
    }),
};

const numberIn = remembered(({ text }: Printed) => lookAlikes(text));

const NUMBER: Element = {
  shown: (printed, value) => numberIn(printed).includes(lookAlikes(value)),
  differs: (printed, value) => !isWithinOneEdit(lookAlikes(printed), lookAlikes(value)),
};

const dateIn = remembered(({ text }: Printed) => printedDate(text));

const DATE: Element = {
  shown: (printed, value) => dateIn(printed) === value,
  differs: (printed, value) => printed !== value,
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

function letters(text: string): string {
  return words(text).replaceAll(" ", "");
}

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  O: "0",
  Q: "0",
  D: "0",
  I: "1",
  L: "1",
  Z: "2",
  S: "5",
  G: "6",
  B: "8",
};

/** Letters and digits, with characters that readers confuse mapped to one. */
function lookAlikes(text: string): string {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return plain.replace(/[OQDILZSGB]/g, (letter) => LOOK_ALIKES[letter]!);
}
