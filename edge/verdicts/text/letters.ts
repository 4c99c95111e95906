/** Letters whose mark Unicode does not decompose, with the letter that recognisers without that mark read. */
const PLAIN: Readonly<Record<string, string>> = {
  Ł: "L",
  Đ: "D",
  Ð: "D",
  Ø: "O",
  Æ: "AE",
  Œ: "OE",
  Þ: "TH",
  İ: "I",
};

/**
 * ASCII without `^` and the grave accent, which are marks: most texts, in which nothing needs to be stripped.
 */
const WITHOUT_MARKS = /^[ -\]_a-~]*$/;

/** The text without accents and other marks that Unicode can decompose. */
export function stripAccents(text: string): string {
  if (WITHOUT_MARKS.test(text)) return text;
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}

/**
 * Capital letters and digits only: accents, case, punctuation and spaces do not distinguish labels, and text
 * readers lose spaces ("Dateofbirth").
 */
export function lettersOf(text: string): string {
  return stripAccents(text.normalize("NFKC").toUpperCase().replaceAll("°", "O"))
    .replace(/[ŁĐÐØÆŒÞİ]/g, (letter) => PLAIN[letter]!)
    .replace(/[^A-Z0-9]/g, "");
}

/** A text with its letters, and for each letter the end of its character in the text. */
export interface Spelled {
  readonly text: string;
  readonly letters: string;
  readonly ends: readonly number[];
}

/** The same letters as `lettersOf`, character by character. */
export function spelled(text: string): Spelled {
  const ends: number[] = [];
  let [letters, end] = ["", 0];
  for (const character of text) {
    end += character.length;
    const own = lettersOfCharacter(character);
    letters += own;
    for (let i = 0; i < own.length; i++) ends.push(end);
  }
  return { text, letters, ends };
}

/** Letters of characters seen so far. Rare characters are left out, so that the map is bounded. */
const known: string[] = [];

function lettersOfCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  const letters = known[code] ?? lettersOf(character);
  if (code < 0x3000) known[code] = letters;
  return letters;
}

/**
 * Characters at or above this confidence count as read with confidence: a contradiction between them is the
 * document's, not the reader's.
 */
export const CONFIDENT = 0.9;
