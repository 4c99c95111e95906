import type { Catalogue } from "./en.ts";
import { ENGLISH, type Language, type Locale, languageOf } from "./language.ts";

/** One language is loaded at a time. A page without texts helps nobody, so English needs no loading. */
export async function loadLanguage(locale: Locale): Promise<Language> {
  if (locale === "en") return ENGLISH;
  try {
    const { texts }: { texts: Catalogue } = await import(TEXT_URLS[locale]);
    return languageOf(locale, texts);
  } catch {
    return ENGLISH;
  }
}
