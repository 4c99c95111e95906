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
const SERVICE_VERSION = "selfsame-2";
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
      ? `${name} decides how long they are kept: see its privacy notice.`
      : `They are erased ${retentionDays} days after the check ends.`;
  const text = [
    `${name} needs to check your identity. You photograph your ID and your face.`,
    "The service reads the text on your ID and computes the geometry of your face (biometric data). It compares your face with the ID's photo, and checks for forgery.",
    `If the service cannot decide, a person at ${name} looks at your photos. Photos that are kept only for that are encrypted. They are erased with the decision, and at the latest 30 days after this check expires.`,
    `The images and results are used only for this check, on behalf of ${name}. ${kept}`,
    `You can say no. You can also withdraw consent at any time, here or by writing to ${name}; withdrawing does not affect processing already carried out. Ask ${name} for another way to verify.`,
  ].join("\n\n");
  return { version: SERVICE_VERSION, locale: SERVICE_LOCALE, text, sha256: await sha256Hex(text) };
}
