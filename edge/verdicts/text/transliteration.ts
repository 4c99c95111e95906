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
 * The possible spellings of a printed text in the MRZ (ICAO Doc 9303-3, section 6), without duplicates: the
 * recommended one first, then those that states may choose, with one choice for each letter throughout. In
 * capitals A–Z; other characters are unchanged. Letters with too many choices get their recommended spelling.
 */
export const transliterations = (text: string): string[] => spellings(text, stripAccents);

/**
 * The same spellings as words, letters A–Z only, each between spaces, in one text with a bar between two
 * spellings, so that one search covers all.
 */
export const transliteratedWords = (text: string): string =>
  ` ${spellings(text, lettersOnly).join(" | ")} `.replace(/ {2,}/g, " ");

const lettersOnly = (text: string) => stripAccents(text).replace(/[^A-Z]+/g, " ");

/** `plain` writes the parts that all spellings share. There are many spellings, so it runs once for all. */
function spellings(text: string, plain: (piece: string) => string): string[] {
  const capitals = text.normalize("NFC").toUpperCase();
  if (!WITH_CHOICE.test(capitals)) return [plain(capitals)];
  const { pieces, order } = cut(capitals, plain);
  const scripts = CYRILLIC_SCRIPT.test(capitals) ? [{}, ...EXCEPTIONS] : [{}];
  const letters = pieces.map(({ letter }) => letter).filter((letter) => letter in LATIN);
  const latin = choices(letters, Math.floor(SPELLINGS / scripts.length));
  const found = scripts.flatMap((exceptions) =>
    latin.map((chosen) => {
      const spelled = pieces.map((piece) => chosen.get(piece.letter) ?? fromCyrillic(piece, exceptions));
      let spelling = "";
      for (const number of order) spelling += spelled[number];
      return spelling;
    }),
  );
  return [...new Set(found)];
}

const CYRILLIC_SCRIPT = /\p{Script=Cyrillic}/u;
const WITH_CHOICE = new RegExp(`[${Object.keys(LATIN).join("")}]|${CYRILLIC_SCRIPT.source}`, "u");

/** Combinations of spellings for the letters with several, up to a maximum. */
function choices(letters: readonly string[], most: number): ReadonlyMap<string, string>[] {
  let chosen: ReadonlyMap<string, string>[] = [new Map()];
  for (const letter of letters) {
    const all = LATIN[letter]!;
    const each = chosen.length * all.length <= most ? all : all.slice(0, 1);
    chosen = chosen.flatMap((before) => each.map((spelling) => new Map(before).set(letter, spelling)));
  }
  return chosen;
}

/** A letter of the tables, or the text between two of them, which has one spelling. */
interface Piece {
  /** Empty for text between letters of the tables. */
  readonly letter: string;
  /** As `EXCEPTIONS` names it: after ^ at the start of a word. */
  readonly place: string;
  readonly otherwise: string;
}

/** The pieces of a text, each letter once, and their numbers in the order in which they stand. */
interface CutText {
  readonly pieces: readonly Piece[];
  readonly order: readonly number[];
}

function cut(capitals: string, plain: (piece: string) => string): CutText {
  const [pieces, order]: [Piece[], number[]] = [[], []];
  const numbers = new Map<string, number>();
  const between = (from: number, to: number) => {
    if (from < to)
      order.push(pieces.push({ letter: "", place: "", otherwise: plain(capitals.slice(from, to)) }) - 1);
  };
  let [at, end, before] = [0, 0, ""];
  for (const character of capitals) {
    const start = end;
    end += character.length;
    if (LETTERS.has(character)) {
      between(at, start);
      at = end;
      const place = HEADS.has(character) && !/\p{L}/u.test(before) ? `^${character}` : character;
      const number = numbers.get(place) ?? pieces.length;
      if (number === pieces.length)
        pieces.push({ letter: character, place, otherwise: CYRILLIC[character] ?? "" });
      numbers.set(place, number);
      order.push(number);
    }
    before = character;
  }
  between(at, end);
  return { pieces, order };
}

/** The letters of the tables, and those that a language writes differently at the start of a word. */
const LETTERS: ReadonlySet<string> = new Set([...Object.keys(LATIN), ...Object.keys(CYRILLIC)]);
const HEADS: ReadonlySet<string> = new Set(
  EXCEPTIONS.flatMap((letters) => Object.keys(letters).filter((key) => key.startsWith("^"))).map((key) =>
    key.slice(1),
  ),
);

const fromCyrillic = (
  { letter, place, otherwise }: Piece,
  exceptions: Readonly<Record<string, string>>,
): string => exceptions[place] ?? exceptions[letter] ?? otherwise;
