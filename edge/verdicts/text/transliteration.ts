import { stripAccents } from "./letters.ts";

type Table = Readonly<Record<string, readonly string[]>>;

/**
 * ICAO Doc 9303-3, section 6, A: Latin letters that the zone writes otherwise than without their marks, the
 * recommended spelling first, then those that states may choose or are known to.
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
  ...{ А: "A", Б: "B", В: "V", Г: "G", Ґ: "G", Д: "D", Ђ: "D", Ѓ: "G", Е: "E", Ё: "E", Є: "IE", Ж: "ZH" },
  ...{ З: "Z", Ѕ: "DZ", И: "I", І: "I", Ї: "I", Й: "I", Ј: "J", К: "K", Ќ: "K", Л: "L", Љ: "LJ", М: "M" },
  ...{ Н: "N", Њ: "NJ", О: "O", П: "P", Р: "R", С: "S", Т: "T", Ћ: "C", У: "U", Ў: "U", Ф: "F", Х: "KH" },
  ...{ Ц: "TS", Ч: "CH", Џ: "DZ", Ш: "SH", Щ: "SHCH", Ъ: "IE", Ы: "Y", Ь: "", Э: "E", Ю: "IU", Я: "IA" },
};

/** Where the same table makes exceptions, by language; behind ^ at the head of a word. */
const EXCEPTIONS: readonly Readonly<Record<string, string>>[] = [
  // Ukrainian, Belarusian, Serbian, Macedonian, Bulgarian.
  { Г: "H", И: "Y", "^Є": "YE", "^Ї": "YI", "^Й": "Y", "^Ю": "YU", "^Я": "YA" },
  { Г: "H", Ё: "IO" },
  { Ж: "Z", Х: "H", Ц: "C", Ч: "C", Ш: "S" },
  { Ѓ: "GJ", Ќ: "KJ", Џ: "DJ", Х: "H", Ц: "C" },
  { Щ: "SHT" },
];

/**
 * How the machine readable zone may spell a printed text (ICAO Doc 9303-3, section 6): the recommended
 * spelling first, then those that states may choose, one choice for each letter throughout; in capitals A–Z,
 * everything else as it was. Without repetitions.
 */
export function transliterations(text: string): string[] {
  const capitals = text.normalize("NFC").toUpperCase();
  const latin = choices(new Set(capitals)).map((chosen) =>
    Array.from(capitals, (letter) => chosen.get(letter) ?? letter).join(""),
  );
  const spellings = [{}, ...EXCEPTIONS].flatMap((exceptions) =>
    latin.map((spelling) => stripAccents(fromCyrillic(spelling, exceptions))),
  );
  return [...new Set(spellings)];
}

/** Every way to choose a spelling for each of the letters that have some: 96 at most. */
function choices(letters: ReadonlySet<string>): ReadonlyMap<string, string>[] {
  let chosen: ReadonlyMap<string, string>[] = [new Map()];
  for (const letter of letters) {
    if (!Object.hasOwn(LATIN, letter)) continue;
    chosen = chosen.flatMap((before) =>
      LATIN[letter]!.map((spelling) => new Map(before).set(letter, spelling)),
    );
  }
  return chosen;
}

function fromCyrillic(text: string, exceptions: Readonly<Record<string, string>>): string {
  return text.replace(/(?<!\p{L})(\p{Script=Cyrillic})|\p{Script=Cyrillic}/gu, (letter, first?: string) => {
    const atHead = first === undefined ? undefined : exceptions[`^${letter}`];
    return atHead ?? exceptions[letter] ?? CYRILLIC[letter] ?? letter;
  });
}
