import type { Auth } from "./accounts/auth.ts";
import type { ReceiptSigner } from "./auth/receipt.ts";
import type { TokenIssuer } from "./auth/session-token.ts";
import type { Vault } from "./crypto/vault.ts";
import type { Env } from "./env.ts";
import type { InferencePort } from "./inference/port.ts";
import type { Limiter } from "./limits/limiter.ts";
import type { Limits } from "./limits/rules.ts";
import type { UploadBudget } from "./limits/upload-budget.ts";
import type { Media } from "./media/media.ts";
import type { Mailer } from "./ports/mail.ts";
import type { Database } from "./store/batch.ts";
import type { Dispatch } from "./webhooks/delivery/dispatcher.ts";

/** All that a handler works with. `composition.ts` puts it together. */
export interface Services {
  readonly db: Database;
  readonly inference: InferencePort;
  readonly vault: Vault;
  readonly tokens: TokenIssuer;
  readonly receipts: ReceiptSigner;
  /** Null where no object store is bound: then no media is kept. */
  readonly media: Media | null;
  readonly limiter: Limiter;
  readonly limits: Limits;
  readonly uploads: UploadBudget;
  /** Milliseconds since the epoch. */
  clock(): number;
  readonly env: Env;
  /** The dashboard's accounts, opened when they are first needed: API calls never wait for them. */
  auth(): Promise<Auth>;
  /** Null where no mail can be sent. */
  readonly mailer: Mailer | null;
  /**
   * Lets the dispatcher look for due deliveries after the answer. A hint only: the scheduled sweep suffices.
   */
  wakeDispatcher(): void;
  /** Goes on with work after the answer; its failure is logged and harms nobody. */
  background(work: Promise<unknown>): void;
}

/** Services of an isolate, without those that are bound to one request. */
export interface SharedServices extends Omit<Services, "wakeDispatcher" | "background"> {
  readonly dispatch: Dispatch;
}

/** What keeps an isolate alive after it has answered. */
export interface Lifetime {
  waitUntil(work: Promise<unknown>): void;
}
