import type { CapturePage, Client, HandoffContext } from "../../sdk/client/src/index.ts";
import { readWishes } from "../config.ts";
import type { ScreenName } from "../machine/state.ts";
import type { Receipt } from "./device.ts";

/** The credential with which this page acts, and the recipient of its progress. */
export interface Access {
  readonly client: Client;
  /** The tenant's name and the text to agree to, in this language (BCP 47). Reading them claims nothing. */
  page(locale: string | undefined): Promise<CapturePage>;
  /** Whether the verification is bound to this device already: else only the page may be read. */
  isBegun(): Promise<boolean>;
  /** Whether the credential survives a reload. */
  readonly lasts: boolean;
  /** The verification that the token is bound to; known after the first token. */
  verificationId(): Promise<string>;
  /** On a phone that has scanned a code; null for every other access. */
  readonly handoff: PhoneHandoff | null;
  /**
   * The receipt, if this device withdrew its consent and the access has ended since; null if it
   * cannot be requested. Rejects with `link_invalid` if this device withdrew none.
   */
  receipt(): Promise<Receipt | null>;
  /** Replaces the device that opened the link first. */
  takeOver(): void;
  tell(step: ScreenName | "finished" | "canceled"): void;
}

/** The calls of a phone with the scanned code. */
interface PhoneHandoff {
  /** Claims the handoff, or polls it; null once the verification continues here. */
  claim(): Promise<HandoffContext | null>;
  confirm(number: string): Promise<void>;
  decline(): Promise<void>;
}

/** The service that this page came from. */
export const HERE = { baseUrl: location.origin, allowHttp: true } as const;

/** The form of a language that the service knows; browsers name some with more than that. */
const LOCALE = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;

/** The reader's first language that the service knows; undefined for none. */
function readersLanguage(): string | undefined {
  const { languages } = readWishes(location.search, navigator.languages);
  return languages.find((language) => LOCALE.test(language));
}

/** The query for a page in this language. */
export const inLanguage = (locale: string | undefined) => (locale === undefined ? {} : { locale });

/**
 * The page in the language that the person has chosen, else in the verification's, else in the reader's. The
 * verification's is known from the first answer.
 */
export async function readPage(access: Pick<Access, "page">, chosen: string | null): Promise<CapturePage> {
  const wanted = chosen ?? readersLanguage();
  const page = await access.page(wanted);
  if (chosen !== null || page.locale === null || page.locale === wanted) return page;
  return access.page(page.locale);
}
