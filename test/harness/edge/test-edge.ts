import { openAuth } from "#edge/accounts/auth.ts";
import { createApp } from "#edge/app.ts";
import { KnownKeys } from "#edge/auth/known-keys.ts";
import { newSecretKey } from "#edge/auth/secret-key.ts";
import { requestServices, sharedServices } from "#edge/composition.ts";
import { newId } from "#edge/core/ids.ts";
import type { Mode, Scope } from "#edge/core/scope.ts";
import { processAttempts, rememberingAttempts } from "#edge/limits/attempts.ts";
import { processLimiter } from "#edge/limits/limiter.ts";
import { Readiness } from "#edge/limits/readiness.ts";
import { Overloads, rememberingRefusals } from "#edge/limits/refusal-memory.ts";
import { RefusedKeys } from "#edge/limits/refused-keys.ts";
import { finishReset } from "#edge/operations/accounts/own-account.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import type { Mailer } from "#edge/platform/mail.ts";
import { openApiDocument } from "#edge/reference/routes.ts";
import type { Services } from "#edge/services.ts";
import { commit } from "#edge/store/batch.ts";
import { insertKey } from "#edge/store/tenancy/keys.ts";
import { insertTenant } from "#edge/store/tenancy/tenants.ts";
import { insertWrappedKey } from "#edge/store/tenancy/wrapped-keys.ts";
import { DocumentCheck } from "../open-api/document-check.ts";
import { openTestDatabase } from "../test-database.ts";
import { asReceived } from "./as-received.ts";
import { testBindings } from "./bindings.ts";

/** Checks every answer that a test gets. */
export const documentCheck = new DocumentCheck(openApiDocument());

export interface TestTenant {
  readonly id: string;
  readonly keys: Readonly<Record<Mode, string>>;
  readonly keyIds: Readonly<Record<Mode, string>>;
  scope(mode: Mode): Scope;
}

export type TestEdge = Awaited<ReturnType<typeof openTestEdge>>;

export type Answered = Awaited<ReturnType<TestEdge["call"]>>;

/** An answer as "status" or "status code". */
export const outcome = ({ status, body }: Answered): string =>
  body.error === undefined ? String(status) : `${status} ${body.error.code}`;

/** The secret of a link, or of a code's. */
export const secretOf = (url: string): string => new URL(url).hash.slice(1);

interface TestOptions {
  readonly mailer?: Mailer | null;
  /** Settings besides those of `testBindings`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * The app in this process, over a database of its own, with the services of production and a clock that can
 * be set.
 */
export async function openTestEdge(options: TestOptions = {}) {
  const { mailer = null, settings = {} } = options;
  const database = await openTestDatabase();
  const bindings = { ...(await testBindings(database.url)), ...settings };
  const shared = await sharedServices(bindings);
  const { db, serviceKey, env } = shared;
  const auth = openAuth({
    db,
    serviceKey,
    publicUrl: env.PUBLIC_URL,
    passwordSignIn: env.PASSWORD_SIGN_IN === "on",
    passwords: shared.passwords("anonymous"),
    mailer,
    onPasswordReset: (userId) => finishReset(systemContext(shared, Date.now()), { userId }),
  });
  /** Of its pages in a browser. */
  const origin = env.PUBLIC_URL.startsWith("https:") ? env.PUBLIC_URL : "http://localhost";
  const underWay: Promise<unknown>[] = [];
  const lifetime = { waitUntil: (work: Promise<unknown>) => void underWay.push(work) };
  let skew = 0;
  const clock = () => Date.now() + skew;
  const services: Services = {
    ...requestServices(shared, lifetime),
    clock,
    limiter: rememberingRefusals(processLimiter(clock), clock),
    attempts: rememberingAttempts(processAttempts(clock), clock),
    refusedKeys: new RefusedKeys(clock),
    knownKeys: new KnownKeys(clock),
    overloads: new Overloads(clock),
    readiness: new Readiness(clock),
    mailer,
    auth: () => auth,
  };
  const app = createApp(async () => services);
  const context = { ...lifetime, passThroughOnException() {}, props: {} };
  async function send(method: string, path: string, credential: string | undefined, init: RequestInit) {
    const headers = new Headers(init.headers);
    if (credential !== undefined) headers.set("authorization", `Bearer ${credential}`);
    const request = await declareLength(
      new Request(new URL(path, origin), { ...init, method, headers }),
      init,
    );
    const response = await app.request(asReceived(request), undefined, bindings, context);
    const text = await response.text();
    const { status, headers: answered } = response;
    documentCheck.check({ method, path, credential, status, headers: answered, text });
    return {
      status,
      headers: answered,
      /** The raw body. */
      text,
      body: text === "" ? {} : JSON.parse(text),
    };
  }
  return {
    ...database,
    bindings,
    services,
    origin,
    /** Advances the clock by this many milliseconds. */
    advance(ms: number) {
      skew += ms;
    },
    /** Settles when all work after the answers is done. */
    settled: () => Promise.all(underWay),
    send,
    /** Sends a request unchanged, pages included. */
    fetch: async (request: Request) => app.request(asReceived(request), undefined, bindings, context),
    async close() {
      await Promise.all(underWay);
      await database.close();
    },
    /** Sends a request; an object as body is sent as JSON. */
    call(method: string, path: string, credential?: string, body?: unknown, headers = {}) {
      if (body === undefined || body instanceof FormData) {
        return send(method, path, credential, { headers, ...(body && { body }) });
      }
      const json = { "content-type": "application/json", ...headers };
      return send(method, path, credential, {
        headers: json,
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    },
    newTenant: () => newTenant(shared),
  };
}

/**
 * A form's request as HTTP clients send it: with its Content-Length, which `Request` leaves to the
 * connection.
 */
async function declareLength(request: Request, { body }: RequestInit): Promise<Request> {
  if (!(body instanceof FormData)) return request;
  const bytes = await request.arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set("content-length", `${bytes.byteLength}`);
  return new Request(request.url, { method: request.method, headers, body: bytes });
}

async function newTenant({
  db,
  vault,
  serviceKey,
}: Pick<Services, "db" | "vault" | "serviceKey">): Promise<TestTenant> {
  const now = Date.now();
  const id = newId("tenant", now);
  const keyIds = { live: newId("apiKey", now), test: newId("apiKey", now) };
  const made = { live: await newSecretKey(serviceKey, "live"), test: await newSecretKey(serviceKey, "test") };
  await commit(db, [
    insertTenant(db, { id, name: "Tenant", createdAt: now }),
    insertWrappedKey(db, await vault.newKey({ tenantId: id })),
    ...(["live", "test"] as const).map((mode) => {
      const { hash, hint } = made[mode];
      return insertKey(db, { tenantId: id, mode }, { id: keyIds[mode], hash, hint, createdAt: now });
    }),
  ]);
  return {
    id,
    keyIds,
    keys: { live: made.live.key, test: made.test.key },
    scope: (mode) => ({ tenantId: id, mode }),
  };
}
