import { stripAccents } from "./letters.ts";

type Table = Readonly<Record<string, readonly string[]>>;

/**
 * ICAO Doc 9303-3, section 6, A: Latin letters whose transliteration is not just the letter without its mark.
 * The recommended spelling comes first, then spellings that states may choose or are known to use.
 */
const LATIN: Table = {
  Ä: ["AE", "A"],
  Å: ["AA", "A"],
  Æ: ["AE"],
  Ð: ["D"],
  Đ: ["D"],
  Ħ: ["H"],
  Ĳ: ["IJ"],
  ĸ: ["Q"],
  Ŀ: ["L"],
  Ł: ["L"],
  Ñ: ["N", "NXX"],
  Ŋ: ["N"],
  Ö: ["OE", "O"],
  Ø: ["OE", "O"],
  Œ: ["OE"],
  ẞ: ["SS"],
  Þ: ["TH"],
  Ŧ: ["T"],
  Ü: ["UE", "UXX", "U"],
};

/** Section 6, B: Cyrillic. */
const CYRILLIC: Readonly<Record<string, string>> = {
  А: "A",
  Б: "B",
  В: "V",
  Г: "G",
  Ґ: "G",
  Д: "D",
  Ђ: "D",
  Ѓ: "G",
  Е: "E",
  Ё: "E",
  Є: "IE",
  Ж: "ZH",
  З: "Z",
  Ѕ: "DZ",
  И: "I",
  І: "I",
  Ї: "I",
  Й: "I",
  Ј: "J",
  К: "K",
  Ќ: "K",
  Л: "L",
  Љ: "LJ",
  М: "M",
  Н: "N",
  Њ: "NJ",
  О: "O",
  П: "P",
  Р: "R",
  С: "S",
  Т: "T",
  Ћ: "C",
  У: "U",
  Ў: "U",
  Ф: "F",
  Х: "KH",
  Ц: "TS",
  Ч: "CH",
  Џ: "DZ",
  Ш: "SH",
  Щ: "SHCH",
  Ъ: "IE",
  Ы: "Y",
  Ь: "",
  Э: "E",
  Ю: "IU",
  Я: "IA",
};

/** The exceptions of section 6, B, by language; after ^ only at the start of a word. */
const EXCEPTIONS: readonly Readonly<Record<string, string>>[] = [
  // Ukrainian, Belarusian, Serbian, Macedonian, Bulgarian.
  { Г: "H", И: "Y", "^Є": "YE", "^Ї": "YI", "^Й": "Y", "^Ю": "YU", "^Я": "YA" },
  { Г: "H", Ё: "IO" },
  { Ж: "Z", Х: "H", Ц: "C", Ч: "C", Ш: "S" },
  { Ѓ: "GJ", Ќ: "KJ", Џ: "DJ", Х: "H", Ц: "C" },
  { Щ: "SHT" },
];

/** Spellings of one text: German names have up to 12, and no name has letters of every language. */
const SPELLINGS = 12;

/**
 * The possible spellings of a printed text in the machine readable zone (ICAO Doc 9303-3, section 6), without
 * duplicates: the recommended one first, then those that states may choose, with one choice for each letter
 * throughout. In capitals A–Z; other characters are unchanged. Letters of which there are too many choices
 * get their recommended spelling.
 */
export function transliterations(text: string): string[] {
  const capitals = text.normalize("NFC").toUpperCase();
  const cyrillic = cutCyrillic(capitals);
  const scripts = cyrillic.letters.length > 0 ? [{}, ...EXCEPTIONS] : [{}];
  const latin = choices(new Set(capitals.match(LATIN_LETTER)), Math.floor(SPELLINGS / scripts.length));
  const spellings = scripts.flatMap((exceptions) => {
    const spelled = fromCyrillic(cyrillic, exceptions)
      .split(LATIN_LETTER_APART)
      .map((part, i) => (i % 2 === 0 ? stripAccents(part) : part));
    return latin.map((chosen) => spelled.map((part, i) => (i % 2 === 0 ? part : chosen.get(part))).join(""));
  });
  return [...new Set(spellings)];
}

const LATIN_LETTER = new RegExp(`[${Object.keys(LATIN).join("")}]`, "gu");
const LATIN_LETTER_APART = new RegExp(`(${LATIN_LETTER.source})`, "u");

/** Combinations of spellings for the letters with more than one, at most so many. */
function choices(letters: ReadonlySet<string>, most: number): ReadonlyMap<string, string>[] {
  let chosen: ReadonlyMap<string, string>[] = [new Map()];
  for (const letter of letters) {
    const all = LATIN[letter]!;
    const spellings = chosen.length * all.length <= most ? all : all.slice(0, 1);
    chosen = chosen.flatMap((before) => spellings.map((spelling) => new Map(before).set(letter, spelling)));
  }
  return chosen;
}

/** A text that is cut at its Cyrillic letters, once for all languages: their search is dear. */
interface CutText {
  readonly letters: readonly {
    readonly before: string;
    readonly letter: string;
    readonly isFirstOfWord: boolean;
  }[];
  readonly end: string;
}

function cutCyrillic(text: string): CutText {
  let at = 0;
  const letters = [...text.matchAll(/(?<!\p{L})(\p{Script=Cyrillic})|\p{Script=Cyrillic}/gu)].map((match) => {
    const [letter, first] = match;
    const before = text.slice(at, match.index);
    at = match.index + letter.length;
    return { before, letter, isFirstOfWord: first !== undefined };
  });
  return { letters, end: text.slice(at) };
}

function fromCyrillic({ letters, end }: CutText, exceptions: Readonly<Record<string, string>>): string {
  let text = "";
  for (const { before, letter, isFirstOfWord } of letters) {
    const atHead = isFirstOfWord ? exceptions[`^${letter}`] : undefined;
    text += before + (atHead ?? exceptions[letter] ?? CYRILLIC[letter] ?? letter);
  }
  return text + end;
}
