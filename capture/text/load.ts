import { type Catalogue, en } from "./en.ts";
import { ENGLISH, type Language, type Locale, languageOf } from "./language.ts";

/** One language is loaded at a time. A page without texts helps nobody, so English needs no loading. */
export async function loadLanguage(locale: Locale): Promise<Language> {
  if (locale === "en") return ENGLISH;
  try {
    const { texts }: { texts: readonly string[] } = await import(TEXT_URLS[locale]);
    const entries = Object.keys(en).map((key, at) => [key, texts[at]]);
    return languageOf(locale, Object.fromEntries(entries) as Catalogue);
  } catch {
    return ENGLISH;
  }
}
