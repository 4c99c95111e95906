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

/** The text without accents and other marks that Unicode can decompose. */
export function stripAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}

/**
 * Capital letters and digits only: accents, case, punctuation and spaces do not distinguish labels, and text
 * readers lose spaces ("Dateofbirth").
 */
export function lettersOf(text: string): string {
  return stripAccents(text.normalize("NFKC").toUpperCase())
    .replace(/[ŁĐÐØÆŒÞİ]/g, (letter) => PLAIN[letter]!)
    .replace(/[^A-Z0-9]/g, "");
}
