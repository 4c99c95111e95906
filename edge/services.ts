import { type Auth, openAuth } from "./accounts/auth.ts";
import { openReceiptSigner, type ReceiptSigner } from "./auth/receipt.ts";
import { openTokenIssuer, type TokenIssuer } from "./auth/session-token.ts";
import { createVault, type Vault } from "./crypto/vault.ts";
import { type Bindings, type Env, readEnv } from "./env.ts";
import { createInferenceClient } from "./inference/client.ts";
import { guarded } from "./inference/guarded.ts";
import type { InferencePort } from "./inference/port.ts";
import { durableLimiter, type Limiter, processLimiter } from "./limits/limiter.ts";
import { type Limits, limitsOf } from "./limits/rules.ts";
import { UploadBudget } from "./limits/upload-budget.ts";
import { type Media, openMedia } from "./media/media.ts";
import { type Mailer, openMailer } from "./ports/mail.ts";
import type { Database } from "./store/batch.ts";
import { openDatabase } from "./store/database.ts";
import type { Dispatch } from "./webhooks/delivery/dispatcher.ts";
import { wakeDispatcher } from "./webhooks/delivery/wake.ts";
import { webhookSettings } from "./webhooks/settings.ts";

/** All that a handler works with: the one place where the parts of the service are put together. */
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
  /** Lets the dispatcher look for due deliveries after the answer. A hint only: the scheduled sweep suffices. */
  wakeDispatcher(): void;
  /** Goes on with work after the answer; its failure is logged and harms nobody. */
  background(work: Promise<unknown>): void;
}

/** Services of an isolate, without what is bound to one request. */
export interface SharedServices extends Omit<Services, "wakeDispatcher" | "background"> {
  readonly dispatch: Dispatch;
}

/** What keeps an isolate alive after it has answered. */
export interface Lifetime {
  waitUntil(work: Promise<unknown>): void;
}

const INFERENCE_DEADLINE_MS = 30_000;

/** Bytes of uploads that an isolate holds at once. */
const UPLOAD_CAPACITY = 16 * 1024 * 1024;

const memo = new WeakMap<Bindings, SharedServices>();

/** The services of these bindings, made once per isolate. Throws `EnvError` when a setting does not hold. */
export async function sharedServices(bindings: Bindings): Promise<SharedServices> {
  const known = memo.get(bindings);
  if (known !== undefined) return known;
  // Two first requests may both get here; keeping a promise instead would tie the second to the first one's fate.
  const made = await openServices(bindings);
  memo.set(bindings, made);
  return made;
}

async function openServices(bindings: Bindings): Promise<SharedServices> {
  const env = readEnv(bindings);
  const settings = webhookSettings(env);
  const db = openDatabase(env.DATABASE_URL, env.DATABASE_AUTH_TOKEN);
  const vault = createVault(env.DATA_KEY);
  const clock = () => Date.now();
  const mailer = openMailer(env);
  const egress = env.WEBHOOK_EGRESS ?? { fetch: (url: string, init: RequestInit) => fetch(url, init) };
  return {
    env,
    db,
    vault,
    clock,
    limiter: env.RATE_COUNTERS === undefined ? processLimiter(clock) : durableLimiter(env.RATE_COUNTERS),
    limits: limitsOf(env),
    uploads: new UploadBudget(UPLOAD_CAPACITY, clock),
    tokens: await openTokenIssuer(env),
    receipts: await openReceiptSigner(env),
    media: env.MEDIA === undefined ? null : await openMedia(env.MEDIA, env.DATA_KEY, env.PUBLIC_URL),
    inference: guarded(
      createInferenceClient({
        baseUrl: env.INFERENCE_URL,
        token: env.INFERENCE_TOKEN,
        deadlineMs: INFERENCE_DEADLINE_MS,
        clock,
      }),
      clock,
      INFERENCE_DEADLINE_MS,
    ),
    mailer,
    auth: onceOpened(() => openAuth({ db, dataKey: env.DATA_KEY, publicUrl: env.PUBLIC_URL, mailer })),
    dispatch: { db, vault, egress, settings, clock },
  };
}

/** Opens a thing when it is first asked for. Two first requests may both open it: neither may wait for the other's promise. */
function onceOpened<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: { readonly value: T } | undefined;
  return async () => {
    opened ??= { value: await open() };
    return opened.value;
  };
}

/** The services of one request. */
export function requestServices(shared: SharedServices, lifetime: Lifetime): Services {
  const background = (work: Promise<unknown>) => {
    lifetime.waitUntil(work.catch(logFailure));
  };
  const wake = () => background(wakeDispatcher(shared.dispatch, shared.env.WEBHOOK_DISPATCHER));
  return { ...shared, background, wakeDispatcher: wake };
}

function logFailure(error: unknown): void {
  console.error("background work failed", error instanceof Error ? error.name : typeof error);
}
