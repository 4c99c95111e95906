import { sha256Hex } from "../crypto/hashing.ts";
import { type Asker, serviceLocaleFor, serviceText } from "./service-consent.ts";

/** A text that people are asked to agree to. A consent record holds all of it but the text itself. */
export interface ConsentText {
  /** `1`, `2`, … of the tenant's own texts in this locale; of the service's own text, `SERVICE_VERSION`. */
  readonly version: string;
  readonly locale: string;
  readonly text: string;
  /** SHA-256 of the text in UTF-8, in hex. */
  readonly sha256: string;
}

/** Of the service's own text in every language. Change the version with the wording. */
const SERVICE_VERSION = "selfsame-2";

/** The language of a tenant's text that is used if none is in the reader's. */
const FALLBACK_LOCALE = "en";

/**
 * The text for a reader of this locale (BCP 47): the tenant's own in the locale, in its language, or in
 * English; else the service's own in the language, or in English.
 */
export async function consentTextFor(
  texts: readonly ConsentText[],
  locale: string,
  asker: Asker,
): Promise<ConsentText> {
  const [language] = locale.split("-");
  for (const wanted of [locale, language, FALLBACK_LOCALE]) {
    const own = texts.find((text) => text.locale === wanted);
    if (own !== undefined) return own;
  }
  return serviceConsent(serviceLocaleFor(locale), asker);
}

async function serviceConsent(locale: Parameters<typeof serviceText>[0], asker: Asker): Promise<ConsentText> {
  const text = serviceText(locale, asker);
  return { version: SERVICE_VERSION, locale, text, sha256: await sha256Hex(text) };
}
