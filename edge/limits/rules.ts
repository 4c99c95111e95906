import type { Rule } from "./sliding-window.ts";

/** All limits of contract §10.1. */
export interface Limits {
  readonly keyWrites: Rule;
  readonly keyReads: Rule;
  readonly tokenCalls: Rule;
  /** Reads of what the person does next, and of how a handoff stands, beside all other calls of a token. */
  readonly tokenNext: Rule;
  readonly challenges: Rule;
  /** Liveness checks of one verification with a verdict other than live. */
  readonly notLive: Rule;
}

/** Whether a call only reads. */
export const isRead = ({ method }: { readonly method: string }): boolean =>
  method === "GET" || method === "HEAD";

/** The rules for a call with a credential: a link and a code have those of a token. */
export function rulesFor(
  credential: "secret_key" | "session_token" | "link" | "handoff",
  call: { readonly method: string; readonly rate?: "polling" | "challenges" | undefined },
  limits: Limits,
): readonly [Rule, ...Rule[]] {
  if (credential === "secret_key") return [isRead(call) ? limits.keyReads : limits.keyWrites];
  // A page that asks every other second leaves its uploads their whole limit.
  if (call.rate === "polling") return [limits.tokenNext];
  return call.rate === "challenges" ? [limits.tokenCalls, limits.challenges] : [limits.tokenCalls];
}

/*
 * Calls that write and are not billed (contract §10.6): each leaves rows, an entry of the audit log or a kept
 * answer. Bounded by the cap, as billable calls are.
 */

/** Of a tenant and mode without a cap, in a day. */
const UNCAPPED = 1_000_000;
/** However low the cap: enough to see a refusal at the cap, and to end what is open. */
const LEAST = 20;

/** Of a tenant's servers in a day (UTC) and a mode: as many as its cap allows billable calls in a month. */
export const callsOfServers = (monthlyCap: number | null): number =>
  monthlyCap === null ? UNCAPPED : Math.max(LEAST, monthlyCap);

/**
 * Of one verification's devices, links and codes, as long as it lives. These do not count as the server's: no
 * person uses up what the tenant has.
 */
export const CALLS_OF_DEVICES = 100;

/** Of one verification, beside the first. Each makes an entry of the audit log, which nothing shortens. */
export const RENEWED_LINKS = 20;

/** Of one verification: each of them lets a stranger guess the number once. */
export const HANDOFFS = 5;
