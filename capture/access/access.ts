import type { CapturePage, Client, HandoffContext } from "../../sdk/client/src/index.ts";
import { readWishes } from "../config.ts";
import type { ScreenName } from "../machine/state.ts";

/** By what right this page acts, and whom it tells where the person is. */
export interface Access {
  readonly client: Client;
  /** Who asks, and the text to agree to. It claims nothing. */
  page(): Promise<CapturePage>;
  /** Whether this device holds the verification already: else nothing but the page may be read yet. */
  isBegun(): Promise<boolean>;
  /** Whether the right to go on survives a reload. */
  readonly lasts: boolean;
  /** The verification that the token is bound to; known after the first token. */
  verificationId(): Promise<string>;
  /** On a phone that has scanned a code; null for every other way here. */
  readonly handoff: PhoneHandoff | null;
  /**
   * The number of the receipt, where this device took its consent back and the way has ended since; null
   * where it cannot ask. Rejects with `link_invalid` where it took none back.
   */
  receipt(): Promise<string | null>;
  /** Takes the place of the device that opened the link first. */
  takeOver(): void;
  tell(step: ScreenName | "finished" | "canceled"): void;
}

/** What a phone does with the code that it has scanned. */
interface PhoneHandoff {
  /** Claims the handoff, or asks again; null once the verification goes on here. */
  claim(): Promise<HandoffContext | null>;
  confirm(number: string): Promise<void>;
  decline(): Promise<void>;
}

/** The service that this page came from. */
export const HERE = { baseUrl: location.origin, allowHttp: true } as const;

/** The form of a language that the service knows; browsers name some with more than that. */
const LOCALE = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;

/** What is read for the person is in their language, where the tenant has it. */
export function inTheirLanguage() {
  const { languages } = readWishes(location.search, navigator.languages);
  const locale = languages.find((language) => LOCALE.test(language));
  return locale === undefined ? {} : { locale };
}
