import { lettersOf } from "./letters.ts";
import { inLetters } from "./names.ts";
import { transliterations } from "./transliteration.ts";

/** Words of a text beyond these are not searched: no name has more. */
const MOST_WORDS = 12;

/**
 * The words of a name, each in all its spellings: "Müller" is found as MUELLER and as MULLER, whichever the
 * document has. Capital letters and digits only.
 */
export const nameWords = (text: string): string[][] =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS)
    .map((word) => [...new Set([...transliterations(word).map(inLetters), lettersOf(word)])])
    .map((spellings) => spellings.filter((spelling) => spelling !== ""))
    .filter((spellings) => spellings.length > 0);

/** A document's or person's number without spaces and punctuation, in capitals. */
export const plainNumber = (text: string): string => lettersOf(text);
