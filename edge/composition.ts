import { SettingsError } from "../vocabulary/setting-faults.ts";
import { openAuth } from "./accounts/auth.ts";
import type { Lane } from "./accounts/hash-queue.ts";
import { durablePasswords, processPasswords } from "./accounts/passwords.ts";
import { identityProvider } from "./accounts/settings.ts";
import { openSingleSignOn } from "./accounts/single-sign-on.ts";
import { KnownKeys } from "./auth/known-keys.ts";
import { openReceiptSigner } from "./auth/receipt.ts";
import { openTokenIssuer } from "./auth/session-token.ts";
import { deriveKey, KEY_LABELS } from "./crypto/derived-key.ts";
import { hmacHex } from "./crypto/hashing.ts";
import { openKeyRing } from "./crypto/key-ring.ts";
import { MasterKeyMissingError } from "./crypto/wrapped-key.ts";
import { type Bindings, type Env, readEnv } from "./env.ts";
import { createInferenceClient } from "./inference/client.ts";
import { guarded } from "./inference/guarded.ts";
import { inferenceUrls } from "./inference/settings.ts";
import { durableAttempts, processAttempts, rememberingAttempts } from "./limits/attempts.ts";
import { durableLimiter, processLimiter } from "./limits/limiter.ts";
import { Readiness } from "./limits/readiness.ts";
import { Overloads, rememberingRefusals } from "./limits/refusal-memory.ts";
import { RefusedKeys } from "./limits/refused-keys.ts";
import { limitsOf } from "./limits/settings.ts";
import { sharedAttempts } from "./limits/shared-attempts.ts";
import { UploadBudget } from "./limits/upload-budget.ts";
import { openMedia } from "./media/media.ts";
import { admitIdentity } from "./operations/accounts/invitations.ts";
import { finishReset } from "./operations/accounts/own-account.ts";
import { systemContext } from "./operations/commit/context.ts";
import { StatusLists } from "./operations/credentials/status-lists.ts";
import { disableFailingEndpoint } from "./operations/endpoints.ts";
import { openVault } from "./operations/tenants/vault-keys.ts";
import { openMailer } from "./platform/mail.ts";
import type { AttemptRows } from "./platform/ports.ts";
import { quotasOf } from "./platform/quotas.ts";
import type { Lifetime, Services, SharedServices } from "./services.ts";
import { countAttempts, removeAttempts } from "./store/accounts/attempts.ts";
import type { Database } from "./store/batch.ts";
import { openDatabase } from "./store/database.ts";
import { databaseTimeouts } from "./store/settings.ts";
import { wakeDispatcher } from "./webhooks/delivery/wake.ts";
import { webhookSettings } from "./webhooks/settings.ts";

const INFERENCE_DEADLINE_MS = 30_000;
/** A probe without an answer after this time may hang: another call may probe as well. */
const PROBE_MS = 5_000;

const memo = new WeakMap<Bindings, SharedServices>();

/** The services of these bindings, created once per isolate. Throws `SettingsError` for a wrong one. */
export async function sharedServices(bindings: Bindings): Promise<SharedServices> {
  const known = memo.get(bindings);
  if (known !== undefined) return known;
  // Two first requests may both get here. Keeping a promise would make the second request depend on the
  // first.
  const services = await openServices(bindings);
  memo.set(bindings, services);
  return services;
}

async function openServices(bindings: Bindings): Promise<SharedServices> {
  const env = readEnv(bindings);
  const settings = webhookSettings(env);
  const db = openDatabase(env.DATABASE_URL, env.DATABASE_AUTH_TOKEN, databaseTimeouts(env));
  const clock = () => Date.now();
  const egress = env.WEBHOOK_EGRESS ?? { fetch: (url: string, init: RequestInit) => fetch(url, init) };
  const { vault, serviceKey } = await openKeys(env, db);
  const mailer = openMailer(env);
  const bucket = env.IMAGE_STORE === "off" ? undefined : env.MEDIA;
  const media = bucket === undefined ? null : await openMedia(bucket, serviceKey, env.PUBLIC_URL);
  const system = () => systemContext({ db, media }, clock());
  const passwords =
    env.PASSWORD_QUEUE === undefined ? processPasswords() : durablePasswords(env.PASSWORD_QUEUE);
  const openLane = (lane: Lane) =>
    onceOpened(() =>
      openAuth({
        db,
        serviceKey,
        publicUrl: env.PUBLIC_URL,
        passwordSignIn: env.PASSWORD_SIGN_IN === "on",
        passwords: passwords(lane),
        mailer,
        onPasswordReset: (userId) => finishReset(system(), { userId }),
      }),
    );
  const provider = identityProvider(env);
  const singleSignOn = onceOpened(async () =>
    provider === null
      ? null
      : openSingleSignOn({
          ...{ db, serviceKey, publicUrl: env.PUBLIC_URL, provider },
          admit: (identity) => admitIdentity(system(), identity),
        }),
  );
  const auth = { member: openLane("member"), anonymous: openLane("anonymous") };
  return {
    env,
    db,
    vault,
    publicUrl: env.PUBLIC_URL,
    serviceKey,
    clock,
    limiter: rememberingRefusals(
      env.RATE_COUNTERS === undefined ? processLimiter(clock) : durableLimiter(env.RATE_COUNTERS),
      clock,
    ),
    attempts: rememberingAttempts(await attemptsOf(env, db, serviceKey, clock), clock),
    refusedKeys: new RefusedKeys(clock),
    knownKeys: new KnownKeys(clock),
    overloads: new Overloads(clock),
    readiness: new Readiness(clock),
    statusLists: env.STATUS_LISTS === "fetch" ? new StatusLists(egress, settings) : null,
    limits: limitsOf(env),
    uploads: new UploadBudget(clock),
    tokens: await openTokenIssuer(env),
    receipts: await openReceiptSigner(env),
    media,
    inference: guarded(
      inferenceUrls(env).map(({ url }) =>
        createInferenceClient({
          baseUrl: url,
          token: env.INFERENCE_TOKEN,
          deadlineMs: INFERENCE_DEADLINE_MS,
          clock,
          ...(env.INFERENCE_NETWORK === undefined ? {} : { network: env.INFERENCE_NETWORK }),
        }),
      ),
      clock,
      PROBE_MS,
    ),
    mailer,
    webhooks: settings,
    passwords,
    quotas: quotasOf(env),
    auth: (lane = "anonymous") => auth[lane](),
    singleSignOn,
    dispatch: {
      db,
      vault,
      egress,
      settings,
      clock,
      disableFailing: (failing) => disableFailingEndpoint(system(), failing),
    },
  };
}

/**
 * On Cloudflare one object counts for all. On a host that runs workerd the object belongs to the process, and
 * other processes have their own.
 */
async function attemptsOf(env: Env, db: Database, serviceKey: Uint8Array, clock: () => number) {
  const own =
    env.ATTEMPT_COUNTERS === undefined ? processAttempts(clock) : durableAttempts(env.ATTEMPT_COUNTERS);
  if (env.PASSWORD_HOST === undefined) return own;
  const key = await deriveKey(serviceKey, KEY_LABELS.attempts);
  const rows: AttemptRows = {
    count: (hits, now) => countAttempts(db, hits, now),
    undo: (hits) => removeAttempts(db, hits),
  };
  return sharedAttempts(own, rows, (counter) => hmacHex(key, counter), clock);
}

/** Throws `SettingsError`, which names the key, if the settings lack a master key of this database. */
async function openKeys(env: Env, db: Database) {
  const ring = await openKeyRing(env.DATA_KEYS);
  return openVault(systemContext({ db, media: null }, Date.now()), { ring }).catch((error: unknown) => {
    throw error instanceof MasterKeyMissingError ? new SettingsError([error.message]) : error;
  });
}

/**
 * Opens a resource on first use. Two first requests may both open it, because neither may await the other's
 * promise.
 */
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
  const name = error instanceof Error ? error.name : typeof error;
  console.error(JSON.stringify({ event: "background_failed", error: name }));
}
