import { z } from "zod";
import type { ObjectNamespace } from "../platform/ports.ts";
import { binding } from "../platform/variables.ts";
import type { Attempts } from "./attempts.ts";
import type { CounterStub } from "./limiter.ts";
import type { Limits } from "./rules.ts";
import type { Rule } from "./sliding-window.ts";

const MINUTE_MS = 60_000;
/** The defaults (contract §10.1). */
const USUAL = {
  keyWrites: 300,
  keyReads: 600,
  tokenCalls: 60,
  // A computer and a phone that follow one verification poll 40 times each.
  tokenNext: 120,
  challenges: 10,
  notLive: 5,
} as const;

const limit = (usual: number) => z.coerce.number().int().min(1).max(1_000_000_000).default(usual);

const numbers = {
  LIMIT_KEY_WRITES: limit(USUAL.keyWrites),
  LIMIT_KEY_READS: limit(USUAL.keyReads),
  LIMIT_TOKEN_CALLS: limit(USUAL.tokenCalls),
  LIMIT_TOKEN_NEXT: limit(USUAL.tokenNext),
  LIMIT_CHALLENGES: limit(USUAL.challenges),
  LIMIT_NOT_LIVE: limit(USUAL.notLive),
};
const schema = z.object(numbers);
type LimitSettings = z.output<typeof schema>;

/** The rate limits. Only a local stack may change the numbers. */
export const limitVariables = {
  ...numbers,
  /** Absent if the runtime has no Durable Objects: then each process counts by itself. */
  RATE_COUNTERS: binding<ObjectNamespace<CounterStub>>("idFromName", "get").optional(),
  /** The same for attempts at the dashboard. */
  ATTEMPT_COUNTERS: binding<ObjectNamespace<Attempts>>("idFromName", "get").optional(),
};

/** The names of settings that differ from the contract's limits: allowed only on a local stack. */
export function changedLimits(settings: LimitSettings): string[] {
  const usual = schema.parse({});
  return (Object.keys(numbers) as (keyof LimitSettings)[]).filter((name) => settings[name] !== usual[name]);
}

export function limitsOf(settings: LimitSettings): Limits {
  const aMinute = (name: string, most: number): Rule => ({ name, limit: most, windowMs: MINUTE_MS });
  return {
    keyWrites: aMinute("key_writes", settings.LIMIT_KEY_WRITES),
    keyReads: aMinute("key_reads", settings.LIMIT_KEY_READS),
    tokenCalls: aMinute("token_calls", settings.LIMIT_TOKEN_CALLS),
    tokenNext: aMinute("token_next", settings.LIMIT_TOKEN_NEXT),
    challenges: aMinute("challenges", settings.LIMIT_CHALLENGES),
    notLive: { name: "not_live", limit: settings.LIMIT_NOT_LIVE, windowMs: 3 * MINUTE_MS },
  };
}
