import { z } from "zod";
import { HEALTH_LIMITS, type HealthLimits } from "./endpoint-health.ts";

/** What an operator may set about webhooks; the first two are for tests on a local stack (contract §12). */
export interface WebhookSettings {
  /** Loopback and private receivers are reachable. */
  readonly allowLocal: boolean;
  /** Divides the retry delays. */
  readonly timeScale: number;
  readonly health: HealthLimits;
}

const positive = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const schema = z.object({
  LOCAL_STACK: z.literal("1").optional(),
  WEBHOOK_ALLOW_PRIVATE: z.enum(["0", "1"]).optional(),
  WEBHOOK_TIME_SCALE: positive(1),
  WEBHOOK_DISABLE_AFTER_FAILURES: positive(HEALTH_LIMITS.failures),
  WEBHOOK_DISABLE_WINDOW_MINUTES: positive(HEALTH_LIMITS.windowMs / 60_000),
});

/** Reads the settings from bindings or an environment; throws when a local-only one is set outside a local stack. */
export function readWebhookSettings(source: object): WebhookSettings {
  const env = schema.parse(source);
  const allowLocal = env.WEBHOOK_ALLOW_PRIVATE === "1";
  if (env.LOCAL_STACK !== "1" && (allowLocal || env.WEBHOOK_TIME_SCALE !== 1)) {
    throw new Error("WEBHOOK_ALLOW_PRIVATE and WEBHOOK_TIME_SCALE are for a local stack only");
  }
  return {
    allowLocal,
    timeScale: env.WEBHOOK_TIME_SCALE,
    health: {
      failures: env.WEBHOOK_DISABLE_AFTER_FAILURES,
      windowMs: env.WEBHOOK_DISABLE_WINDOW_MINUTES * 60_000,
      minEvents: Math.min(HEALTH_LIMITS.minEvents, env.WEBHOOK_DISABLE_AFTER_FAILURES),
    },
  };
}
