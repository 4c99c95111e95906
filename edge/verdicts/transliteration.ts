import { stripAccents } from "./ocr/dates.ts";

/** ICAO Doc 9303-3, section 6, A: Latin letters that the zone writes otherwise than without their marks. */
const LATIN: Readonly<Record<string, string>> = {
  Ä: "AE",
  Å: "AA",
  Æ: "AE",
  Ð: "D",
  Đ: "D",
  Ħ: "H",
  Ĳ: "IJ",
  ĸ: "Q",
  Ł: "L",
  Ŋ: "N",
  Ö: "OE",
  Ø: "OE",
  Œ: "OE",
  ẞ: "SS",
  Þ: "TH",
  Ŧ: "T",
  Ü: "UE",
};

/** Letters for which states may choose another spelling: the plain letter, or one that keeps the mark. */
const CHOICES: Readonly<Record<string, string>> = { Ä: "A", Å: "A", Ñ: "NXX", Ö: "O", Ø: "O", Ü: "UXX" };
const PLAIN: Readonly<Record<string, string>> = { Ü: "U" };

/** Section 6, B: Cyrillic. */
const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ А: "A", Б: "B", В: "V", Г: "G", Ґ: "G", Д: "D", Ђ: "D", Ѓ: "G", Е: "E", Ё: "E", Є: "IE", Ж: "ZH" },
  ...{ З: "Z", Ѕ: "DZ", И: "I", І: "I", Ї: "I", Й: "I", Ј: "J", К: "K", Ќ: "K", Л: "L", Љ: "LJ", М: "M" },
  ...{ Н: "N", Њ: "NJ", О: "O", П: "P", Р: "R", С: "S", Т: "T", Ћ: "C", У: "U", Ў: "U", Ф: "F", Х: "KH" },
  ...{ Ц: "TS", Ч: "CH", Џ: "DZ", Ш: "SH", Щ: "SHCH", Ъ: "IE", Ы: "Y", Ь: "", Э: "E", Ю: "IU", Я: "IA" },
};

const TABLES = [
  { ...LATIN, ...CYRILLIC },
  { ...LATIN, ...CYRILLIC, ...CHOICES },
  { ...LATIN, ...CYRILLIC, ...CHOICES, ...PLAIN },
];

/**
 * How the machine readable zone may spell a printed text (ICAO Doc 9303-3, section 6): the recommended spelling first,
 * then those that states may choose; in capitals A–Z, everything else as it was. Without repetitions.
 */
export function transliterations(text: string): string[] {
  const capitals = text.normalize("NFC").toUpperCase();
  const spellings = TABLES.map((table) =>
    stripAccents(Array.from(capitals, (letter) => table[letter as keyof typeof table] ?? letter).join("")),
  );
  return [...new Set(spellings)];
}
