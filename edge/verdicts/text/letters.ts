/** Letters with a mark that Unicode does not part from them, as recognisers without that mark read them. */
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

/** The text without accents and other marks that Unicode can part from their letters. */
export function stripAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}

/**
 * Capital letters and digits alone: accents, case, punctuation and spaces do not tell labels apart, and
 * readers of text lose spaces ("Dateofbirth").
 */
export function lettersOf(text: string): string {
  return stripAccents(text.normalize("NFKC").toUpperCase())
    .replace(/[ŁĐÐØÆŒÞİ]/g, (letter) => PLAIN[letter]!)
    .replace(/[^A-Z0-9]/g, "");
}
