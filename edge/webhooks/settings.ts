import { z } from "zod";
import { HEALTH_LIMITS, type HealthLimits } from "./delivery/endpoint-health.ts";

/** What an operator may set about webhooks; the first two are for tests on a local stack (contract §12). */
export interface WebhookSettings {
  /** Loopback and private receivers are reachable. */
  readonly allowLocal: boolean;
  /** Divides the retry delays. */
  readonly timeScale: number;
  readonly health: HealthLimits;
}

const count = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);

/** The variables, as an environment or bindings hold them: one part of `edge/env.ts`. */
export const webhookVariables = {
  LOCAL_STACK: z.stringbool().default(false),
  WEBHOOK_ALLOW_PRIVATE: z.stringbool().default(false),
  WEBHOOK_TIME_SCALE: z.coerce.number().min(1).max(1_000_000).default(1),
  WEBHOOK_DISABLE_AFTER_FAILURES: count(10_000, HEALTH_LIMITS.failures),
  WEBHOOK_DISABLE_WINDOW_MINUTES: count(10_000, HEALTH_LIMITS.windowMs / 60_000),
};

const Variables = z.object(webhookVariables);
export type WebhookVariables = z.infer<typeof Variables>;

/** Which of the variables are set although they are for a local stack only. */
export function misplacedVariables(env: WebhookVariables): string[] {
  if (env.LOCAL_STACK) return [];
  return [
    ...(env.WEBHOOK_ALLOW_PRIVATE ? ["WEBHOOK_ALLOW_PRIVATE"] : []),
    ...(env.WEBHOOK_TIME_SCALE === 1 ? [] : ["WEBHOOK_TIME_SCALE"]),
  ];
}

export function webhookSettings(env: WebhookVariables): WebhookSettings {
  return {
    allowLocal: env.WEBHOOK_ALLOW_PRIVATE,
    timeScale: env.WEBHOOK_TIME_SCALE,
    health: {
      failures: env.WEBHOOK_DISABLE_AFTER_FAILURES,
      windowMs: env.WEBHOOK_DISABLE_WINDOW_MINUTES * 60_000,
      minEvents: Math.min(HEALTH_LIMITS.minEvents, env.WEBHOOK_DISABLE_AFTER_FAILURES),
    },
  };
}

/** The settings out of a local stack's environment, where every one of them is allowed. */
export function localWebhookSettings(
  environment: Readonly<Record<string, string | undefined>>,
): WebhookSettings {
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  return webhookSettings(Variables.parse({ ...Object.fromEntries(given), LOCAL_STACK: "1" }));
}
