import type { Rule } from "./sliding-window.ts";

/** All limits of contract §10.1. */
export interface Limits {
  readonly keyWrites: Rule;
  readonly keyReads: Rule;
  readonly tokenCalls: Rule;
  /** Reads of the next step and of a handoff's state, beside all other calls of a token. */
  readonly tokenNext: Rule;
  readonly challenges: Rule;
  /** Liveness checks of one verification with a verdict other than live. */
  readonly notLive: Rule;
}

/** Replays of a tenant and mode: each takes up to half a second of CPU time of an edge. */
export const REPLAYS: Rule = { name: "replays", limit: 10, windowMs: 60_000 };

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
  // A page that polls every other second must not use up its limit for uploads.
  if (call.rate === "polling") return [limits.tokenNext];
  return call.rate === "challenges" ? [limits.tokenCalls, limits.challenges] : [limits.tokenCalls];
}

/*
 *
 * Unbilled calls that write (contract §10.6): each leaves rows, an audit entry or a kept answer. Bounded by
 * the cap, as billable calls are.
 */

/** Daily limit of a tenant and mode without a cap. */
const UNCAPPED = 1_000_000;
/** Minimum, however low the cap: enough to observe a rejection at the cap, and to close what is open. */
const LEAST = 20;

/** Daily (UTC) limit of a tenant's servers in a mode: as many as the cap's billable calls in a month. */
export const callsOfServers = (monthlyCap: number | null): number =>
  monthlyCap === null ? UNCAPPED : Math.max(LEAST, monthlyCap);

/**
 * Limit of one verification's devices, links and codes, over its lifetime. These are not counted for the
 * server: no end user can use up the tenant's calls.
 */
export const CALLS_OF_DEVICES = 100;

/**
 * Limit of one verification, beside the first. Each call adds an audit entry, and the audit log is never
 * shortened.
 */
export const RENEWED_LINKS = 20;

/** Limit of one verification: each call allows one guess of the handoff number. */
export const HANDOFFS = 5;
