import { z } from "zod";
import type { Rule } from "./sliding-window.ts";

const MINUTE_MS = 60_000;
/** The contract's (§10). */
const USUAL = { keyWrites: 300, keyReads: 600, tokenCalls: 60, challenges: 10, notLive: 5 } as const;

const limit = (usual: number) => z.coerce.number().int().min(1).max(1_000_000_000).default(usual);

/** The limits as settings: one part of `edge/env.ts`. Only a local stack may change them. */
export const limitVariables = {
  LIMIT_KEY_WRITES: limit(USUAL.keyWrites),
  LIMIT_KEY_READS: limit(USUAL.keyReads),
  LIMIT_TOKEN_CALLS: limit(USUAL.tokenCalls),
  LIMIT_CHALLENGES: limit(USUAL.challenges),
  LIMIT_NOT_LIVE: limit(USUAL.notLive),
};

const Variables = z.object(limitVariables);
export type LimitVariables = z.infer<typeof Variables>;

/** Which of the variables differ from the contract's. */
export function changedLimits(env: LimitVariables): string[] {
  const usual = Variables.parse({});
  return (Object.keys(limitVariables) as (keyof LimitVariables)[]).filter(
    (name) => env[name] !== usual[name],
  );
}

/** Every limit of contract §10. */
export interface Limits {
  readonly keyWrites: Rule;
  readonly keyReads: Rule;
  readonly tokenCalls: Rule;
  readonly challenges: Rule;
  /** Liveness checks of one verification that came back not live. */
  readonly notLive: Rule;
}

export function limitsOf(env: LimitVariables): Limits {
  const aMinute = (name: string, most: number): Rule => ({ name, limit: most, windowMs: MINUTE_MS });
  return {
    keyWrites: aMinute("key_writes", env.LIMIT_KEY_WRITES),
    keyReads: aMinute("key_reads", env.LIMIT_KEY_READS),
    tokenCalls: aMinute("token_calls", env.LIMIT_TOKEN_CALLS),
    challenges: aMinute("challenges", env.LIMIT_CHALLENGES),
    notLive: { name: "not_live", limit: env.LIMIT_NOT_LIVE, windowMs: 3 * MINUTE_MS },
  };
}

/** The rules that a call of a credential counts under. */
export function rulesFor(
  credential: "secret_key" | "session_token",
  call: { readonly method: string; readonly path: string },
  limits: Limits,
): readonly [Rule, ...Rule[]] {
  const reads = call.method === "GET" || call.method === "HEAD";
  if (credential === "secret_key") return [reads ? limits.keyReads : limits.keyWrites];
  const challenges = !reads && call.path === "/v1/liveness/challenges";
  return challenges ? [limits.tokenCalls, limits.challenges] : [limits.tokenCalls];
}
