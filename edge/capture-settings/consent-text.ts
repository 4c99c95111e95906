import { sha256Hex } from "../crypto/hashing.ts";
import {
  type Asker,
  recognitionText,
  SERVICE_LOCALES,
  serviceLocaleFor,
  serviceText,
} from "./service-consent.ts";

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
const SERVICE_VERSION = "selfsame-4";

/** Of the service's own text if only the age is checked. */
const AGE_VERSION = "selfsame-age-1";

/** Of the service's own text for people who come back, and of its text on being recognised. */
const RETURN_VERSION = "selfsame-return-3";
const RECOGNITION_VERSION = "selfsame-face-1";

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
  const version = asker.isReturn ? RETURN_VERSION : asker.isAge ? AGE_VERSION : SERVICE_VERSION;
  return withDigest({ version, locale, text: serviceText(locale, asker) });
}

/** The text on being recognised later, for a reader of this locale: always the service's own. */
export function recognitionTextFor(locale: string, asker: Asker): Promise<ConsentText> {
  const own = serviceLocaleFor(locale);
  return withDigest({ version: RECOGNITION_VERSION, locale: own, text: recognitionText(own, asker) });
}

/** Whether a digest is of the present text on being recognised, in any language. */
export async function isRecognitionText(sha256: string, asker: Asker): Promise<boolean> {
  const present = await Promise.all(SERVICE_LOCALES.map((locale) => recognitionTextFor(locale, asker)));
  return present.some((text) => text.sha256 === sha256);
}

const withDigest = async (text: Omit<ConsentText, "sha256">): Promise<ConsentText> => ({
  ...text,
  sha256: await sha256Hex(text.text),
});
