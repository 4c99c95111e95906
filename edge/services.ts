import type { Auth } from "./accounts/auth.ts";
import type { Env } from "./env.ts";
import type { UploadBudget } from "./limits/upload-budget.ts";
import type { OperationServices } from "./operations/commit/context.ts";
import type { Dispatch } from "./webhooks/delivery/dispatcher.ts";

/** All that a handler works with. `composition.ts` puts it together. */
export interface Services extends OperationServices {
  readonly uploads: UploadBudget;
  readonly env: Env;
  /** The dashboard's accounts, opened when they are first needed: API calls never wait for them. */
  auth(): Promise<Auth>;
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
