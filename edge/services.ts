import type { Auth } from "./accounts/auth.ts";
import type { Lane } from "./accounts/hash-queue.ts";
import type { SingleSignOn } from "./accounts/single-sign-on.ts";
import type { KnownKeys } from "./auth/known-keys.ts";
import type { Env } from "./env.ts";
import type { Attempts } from "./limits/attempts.ts";
import type { Readiness } from "./limits/readiness.ts";
import type { Overloads, RememberingLimiter } from "./limits/refusal-memory.ts";
import type { RefusedKeys } from "./limits/refused-keys.ts";
import type { UploadBudget } from "./limits/upload-budget.ts";
import type { OperationServices } from "./operations/commit/context.ts";
import type { StatusLists } from "./operations/credentials/status-lists.ts";
import type { Dispatch } from "./webhooks/delivery/dispatcher.ts";

/** All services of a request handler, which `composition.ts` builds. */
export interface Services extends OperationServices {
  readonly uploads: UploadBudget;
  readonly limiter: RememberingLimiter;
  /** Limits of sign-ins, and of everything else at the dashboard that is open without a session. */
  readonly attempts: Attempts;
  readonly refusedKeys: RefusedKeys;
  readonly knownKeys: KnownKeys;
  readonly overloads: Overloads;
  readonly readiness: Readiness;
  readonly env: Env;
  /** Null if the settings say that none is fetched. */
  readonly statusLists: StatusLists | null;
  /**
   * The dashboard's accounts, opened on first use: API calls never wait for them. Passwords are hashed in
   * lanes.
   */
  auth(lane?: Lane): Promise<Auth>;
  /** Sign-ins by the identity provider, opened on first use; null if the settings name none. */
  singleSignOn(): Promise<SingleSignOn | null>;
  /**
   * Wakes the dispatcher to look for due deliveries after the response. Only a hint: the scheduled sweep
   * suffices.
   */
  wakeDispatcher(): void;
  /** Continues work after the response. Its failure is logged and has no other effect. */
  background(work: Promise<unknown>): void;
}

/** The services of an isolate, without those bound to one request. */
export interface SharedServices extends Omit<Services, "wakeDispatcher" | "background"> {
  readonly dispatch: Dispatch;
}

/** Keeps an isolate alive after its response. */
export interface Lifetime {
  waitUntil(work: Promise<unknown>): void;
}
