import { setTimeout as sleep } from "node:timers/promises";
import { firstIdAt } from "../../edge/core/ids.ts";
import type { Scope } from "../../edge/core/scope.ts";
import type { Database } from "../../edge/store/batch.ts";
import { type EventRow, listEvents } from "../../edge/store/webhooks/events.ts";
import { deliveryHeaders, newSecret } from "../../edge/webhooks/signing.ts";
import { type Form, notText, WrongValueError } from "../forms.ts";
import { CommandError, type Watch } from "./command.ts";

const POLL_MS = 500;
const PAGE = 100;
/** The time limit of a delivery. */
const TIMEOUT_MS = 10_000;
/** An event may be committed so much later than its id says. */
const LATE_MS = 60_000;
/** Signing secrets that `constructEvent` of the SDK accepts. */
const SECRET = /^whsec_./;
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export interface Listening {
  readonly db: Database;
  readonly scope: Scope;
  /** As `localUrl` returns it. */
  readonly to: string;
  /** Event types that are forwarded; undefined for all. */
  readonly types: readonly string[] | undefined;
  /** Signs what is forwarded; empty or undefined for a new secret, which is shown. */
  readonly secret: string | undefined;
}

/**
 * Forwards each new event to a program under development on this machine: body and headers are those of a
 * delivery, once and without retries. Nothing is recorded. Resolves when it is stopped.
 */
export async function listen(
  { db, scope, to: url, types, secret }: Listening,
  { report, untilStopped }: Watch,
): Promise<{ forwarded: number }> {
  // A .env file often has the name without a value.
  const given = secret || undefined;
  const signal = untilStopped();
  const startedAt = Date.now();
  if (given !== undefined && !SECRET.test(given)) {
    throw new CommandError(
      "invalid_parameter",
      "SELFSAME_WEBHOOK_SECRET must begin with whsec_; leave it empty for a new secret",
    );
  }
  const key = given ?? newSecret();
  report(`Forwarding ${scope.mode} events to ${url}. Ctrl-C ends it.`);
  report(`Signing secret: ${given === undefined ? key : "SELFSAME_WEBHOOK_SECRET of the environment"}`);
  const known = new Map<string, number>();
  let forwarded = 0;
  while (!signal.aborted) {
    for (const event of await newEvents(db, scope, known, Math.max(startedAt, Date.now() - LATE_MS))) {
      if (types !== undefined && !types.includes(event.type)) continue;
      if (event.body === null) continue;
      report(`${event.id} ${event.type} → ${await forward(url, { id: event.id, body: event.body }, key)}`);
      forwarded++;
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return { forwarded };
}

/** A URL of this machine. Forwarded events contain personal data, so they must not leave it. */
export const localUrl: Form<string> = (text) => {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && THIS_MACHINE.test(url.hostname)) return url.href;
  throw new WrongValueError(
    `must be an http or https URL of this machine, such as http://localhost:3000${notText(text)}`,
  );
};

/** Unknown events since `since`, the oldest first; they are known from now on. */
async function newEvents(
  db: Database,
  scope: Scope,
  known: Map<string, number>,
  since: number,
): Promise<EventRow[]> {
  for (const [id, at] of known) if (at < since) known.delete(id);
  const from = { limit: PAGE, type: undefined, since: firstIdAt("event", since) };
  const found: EventRow[] = [];
  for (let before: string | null = null; ; ) {
    const page: EventRow[] = await listEvents(db, scope, { ...from, before });
    const fresh = page.filter(({ id, createdAt }) => createdAt >= since && !known.has(id));
    found.push(...fresh);
    if (page.length < PAGE || fresh.length === 0) break;
    before = page.at(-1)!.id;
  }
  for (const { id, createdAt } of found) known.set(id, createdAt);
  return found.reverse();
}

/** The receiver's status, or the reason for its absence. */
async function forward(url: string, event: { id: string; body: string }, secret: string): Promise<string> {
  try {
    const { status, body } = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: await deliveryHeaders(event, { secrets: [secret], at: Date.now(), n: 1 }),
      body: event.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body?.cancel();
    return `${status}`;
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return timedOut ? "no answer within 10 s" : "cannot connect: is your receiver running?";
  }
}
