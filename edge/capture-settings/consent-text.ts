import { sha256Hex } from "../crypto/hashing.ts";

/** A text that people are asked to agree to. A consent record holds all of it but the text itself. */
export interface ConsentText {
  /** `1`, `2`, … of the tenant's own texts in this locale; of the service's own text, `SERVICE_VERSION`. */
  readonly version: string;
  readonly locale: string;
  readonly text: string;
  /** SHA-256 of the text in UTF-8, in hex. */
  readonly sha256: string;
}

/** Change the version with the wording. */
const SERVICE_VERSION = "selfsame-1";
const SERVICE_LOCALE = "en";

/** The controller that the service's own text names. */
interface Asker {
  /** The public name of the tenant. */
  readonly name: string;
  /** Days after which results are erased; null if only the tenant decides. */
  readonly retentionDays: number | null;
}

/**
 * The text for a reader of this locale (BCP 47): the tenant's own in the locale, in its language, or in
 * English; else the service's own.
 */
export async function consentTextFor(
  texts: readonly ConsentText[],
  locale: string,
  asker: Asker,
): Promise<ConsentText> {
  const [language] = locale.split("-");
  for (const wanted of [locale, language, SERVICE_LOCALE]) {
    const own = texts.find((text) => text.locale === wanted);
    if (own !== undefined) return own;
  }
  return houseText(asker);
}

/**
 * The service's own text. It has the sentences that GDPR Art. 9 and 13 and BIPA ask for (who, what, why, how
 * long, how to withdraw), and is no legal advice.
 */
async function houseText({ name, retentionDays }: Asker): Promise<ConsentText> {
  const kept =
    retentionDays === null
      ? `They are kept until ${name} erases them, as its privacy notice says.`
      : `They are erased ${retentionDays} days after the check has ended.`;
  const text = [
    `${name} asks you to show that you are who you say you are.`,
    "For this you photograph your identity document and your face. From the images the service reads what is printed on the document, and computes the geometry of your face (biometric data), to compare your face with the document's photo and to detect forgeries.",
    `The images and results are used for this check alone, on behalf of ${name}. ${kept}`,
    `You are free to refuse, and to withdraw your consent at any time, here or by writing to ${name}; what was done before stays lawful. Ask ${name} for another way to show who you are.`,
  ].join("\n\n");
  return { version: SERVICE_VERSION, locale: SERVICE_LOCALE, text, sha256: await sha256Hex(text) };
}
