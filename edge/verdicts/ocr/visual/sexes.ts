import { lettersOf } from "../../text/letters.ts";

type Sex = "M" | "F" | "X";

/** The meanings of words, and of the marks that ICAO Doc 9303-3 prescribes. */
const MARKS = marks({
  M: `M MALE MASCULIN MASCULINO MASCHILE MANNLICH MAN MANN MIES MEES VYRAS VIRIETIS MEZCZYZNA MUZ FERFI MOSKI MUSKI
    MASHKULL BARBAT RAGEL ERKEK NAM LAKILAKI LELAKI LALAKI HOMBRE ME MUSKO KARL`,
  F: `F FEMALE FEMININ FEMININE FEMININO FEMENINO FEMMINILE WEIBLICH VROUW KVINDE KVINNE KVINNA NAINEN NAINE MOTERIS
    SIEVIETE KOBIETA ZENA NO ZENSKI ZENSKO FEMER FEMEIE MARA KADIN NU PEREMPUAN WANITA BABAE MUJER KE KONA`,
  X: "X DIVERS NONBINARY UNSPECIFIED INDETERMINADO",
});

/**
 * Single letters that mean a sex in one language only: on a page in others they are misread, or no sex. A
 * mark that is ambiguous in the page's languages gives no sex.
 */
const OWN: Readonly<Record<string, ReadonlyMap<string, Sex>>> = {
  hu: marks({ M: "F", F: "N" }),
  lt: marks({ M: "V", F: "M" }),
  lv: marks({ M: "V", F: "S" }),
  et: marks({ M: "M", F: "N" }),
  fi: marks({ F: "N" }),
  nl: marks({ M: "M", F: "V" }),
  de: marks({ F: "W" }),
  fr: marks({ M: "H" }),
  es: marks({ M: "H" }),
  "es-MX": marks({ M: "H", F: "M" }),
  tr: marks({ M: "E", F: "K" }),
  pl: marks({ F: "K" }),
  da: marks({ F: "K" }),
  nb: marks({ F: "K" }),
  sv: marks({ F: "K" }),
  cs: marks({ F: "Z" }),
  sk: marks({ F: "Z" }),
  sl: marks({ F: "Z" }),
  hr: marks({ F: "Z" }),
  "sr-Latn": marks({ F: "Z" }),
};

function marks(words: Partial<Record<Sex, string>>): ReadonlyMap<string, Sex> {
  return new Map(
    Object.entries(words).flatMap(([sex, list]) =>
      list.split(/\s+/).map((word) => [word, sex as Sex] as const),
    ),
  );
}

/**
 * The sex of a mark or word on a page with labels in these languages (BCP 47). Of two words separated by a
 * slash the second is the one prescribed by ICAO Doc 9303-3. Null for an unknown mark, and for a mark whose
 * meaning differs between the languages.
 */
export function printedSex(text: string, languages: ReadonlySet<string>): Sex | null {
  const words = text.split(/[/|]/).map(lettersOf);
  if (words.length > 2 || words.includes("")) return null;
  if (words.length === 2) return MARKS.get(words[1]!) ?? null;
  const meanings = new Set(
    [MARKS.get(words[0]!), ...ownMeanings(words[0]!, languages)].filter((sex) => sex !== undefined),
  );
  return meanings.size === 1 ? [...meanings][0]! : null;
}

const ownMeanings = (word: string, languages: ReadonlySet<string>) =>
  [...languages].map((language) => OWN[language]?.get(word));
