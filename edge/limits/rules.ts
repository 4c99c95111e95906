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

const NEXT = /^\/v1\/(verifications\/[^/]+\/next|handoffs\/[^/]+)$/;

/** The rules for a call with a credential: a link and a code have those of a token. */
export function rulesFor(
  credential: "secret_key" | "session_token" | "link" | "handoff",
  call: { readonly method: string; readonly path: string },
  limits: Limits,
): readonly [Rule, ...Rule[]] {
  const reads = isRead(call);
  if (credential === "secret_key") return [reads ? limits.keyReads : limits.keyWrites];
  // A page that asks every other second leaves its uploads their whole limit.
  if (reads && NEXT.test(call.path)) return [limits.tokenNext];
  const challenges = !reads && call.path === "/v1/liveness/challenges";
  return challenges ? [limits.tokenCalls, limits.challenges] : [limits.tokenCalls];
}
