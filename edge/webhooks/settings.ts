import { z } from "zod";
import { readSettings } from "../../vocabulary/setting-faults.ts";
import type { DispatcherStub, Egress, ObjectNamespace } from "../platform/ports.ts";
import { binding, isLoopback } from "../platform/variables.ts";
import { isPublicHost } from "./address-policy.ts";

/** The rule that disables an endpoint for its failures. */
export interface HealthLimits {
  /** Failed attempts in a row … */
  readonly failures: number;
  /** … within this many milliseconds … */
  readonly windowMs: number;
  /** … over at least this many different events. */
  readonly minEvents: number;
}

export const HEALTH_LIMITS: HealthLimits = { failures: 20, windowMs: 60 * 60 * 1_000, minEvents: 3 };

/** The settings of webhook delivery (contract §12). */
export interface WebhookSettings {
  /** Whether loopback and private receivers are reachable. */
  readonly allowLocal: boolean;
  /** Divides the retry delays. */
  readonly timeScale: number;
  readonly health: HealthLimits;
}

const count = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);

const numbers = {
  WEBHOOK_ALLOW_PRIVATE: z.stringbool().default(false),
  WEBHOOK_TIME_SCALE: z.coerce.number().min(1).max(1_000_000).default(1),
  WEBHOOK_DISABLE_AFTER_FAILURES: count(10_000, HEALTH_LIMITS.failures),
  WEBHOOK_DISABLE_WINDOW_MINUTES: count(10_000, HEALTH_LIMITS.windowMs / 60_000),
};
const schema = z.object(numbers);
type WebhookVariables = z.output<typeof schema>;

/** The variables of webhook delivery. The first two are for tests on a local stack. */
export const webhookVariables = {
  ...numbers,
  /** A network that reaches only public addresses. */
  WEBHOOK_EGRESS: binding<Egress>("fetch").optional(),
  /** `cloudflare`: the platform's network has no private addresses, so the global `fetch` may be used. */
  WEBHOOK_NETWORK: z.enum(["cloudflare"]).optional(),
  /** Absent if the runtime has no Durable Objects: then each call runs a sweep itself. */
  WEBHOOK_DISPATCHER: binding<ObjectNamespace<DispatcherStub>>("idFromName", "get").optional(),
};

/** The names of present settings that are allowed only on a local stack. */
export function localOnlySettings(settings: WebhookVariables): string[] {
  return [
    ...(settings.WEBHOOK_ALLOW_PRIVATE ? ["WEBHOOK_ALLOW_PRIVATE"] : []),
    ...(settings.WEBHOOK_TIME_SCALE === 1 ? [] : ["WEBHOOK_TIME_SCALE"]),
  ];
}

export function webhookSettings(settings: WebhookVariables): WebhookSettings {
  return {
    allowLocal: settings.WEBHOOK_ALLOW_PRIVATE,
    timeScale: settings.WEBHOOK_TIME_SCALE,
    health: {
      failures: settings.WEBHOOK_DISABLE_AFTER_FAILURES,
      windowMs: settings.WEBHOOK_DISABLE_WINDOW_MINUTES * 60_000,
      minEvents: Math.min(HEALTH_LIMITS.minEvents, settings.WEBHOOK_DISABLE_AFTER_FAILURES),
    },
  };
}

interface NetworkSettings {
  readonly WEBHOOK_EGRESS?: Egress | undefined;
  readonly WEBHOOK_NETWORK?: "cloudflare" | undefined;
}

/** A service that the edge calls: its URL, and the setting with that URL. */
interface BackEnd {
  readonly name: string;
  readonly url: string;
}

/**
 * Each invalid setting of the webhook network, and why. A name may resolve to a private address after it was
 * checked, so only the network can block it: a binding with such a network, or Cloudflare's. A deployment
 * that reaches its own database or inference at a private address through the same network is not on
 * Cloudflare's.
 */
export function networkFaults(
  settings: NetworkSettings,
  backEnds: () => readonly BackEnd[],
): Record<string, string> {
  if (settings.WEBHOOK_EGRESS !== undefined) return {};
  if (settings.WEBHOOK_NETWORK === undefined) {
    return {
      WEBHOOK_EGRESS: "is not bound to a network without private addresses, and WEBHOOK_NETWORK is not set",
    };
  }
  const isPrivate = backEnds().filter(({ url }) => !isPublicHost(URL.parse(url)?.hostname ?? ""));
  const names = [...new Set(isPrivate.map(({ name }) => name))].join(" and ");
  if (names === "") return {};
  return {
    WEBHOOK_NETWORK: `says "cloudflare", whose network has no private addresses, but one is in ${names}`,
  };
}

/**
 * Why the service's own URL is invalid, or null. On Cloudflare a loopback address is never reachable: it is a
 * setting left over from a developer's machine.
 */
export function publicUrlFault(settings: NetworkSettings & { readonly PUBLIC_URL: string }): string | null {
  const isOnCloudflare = settings.WEBHOOK_EGRESS === undefined && settings.WEBHOOK_NETWORK === "cloudflare";
  const isLocal = isLoopback(URL.parse(settings.PUBLIC_URL)?.hostname ?? "");
  return isOnCloudflare && isLocal ? "leads to one machine alone, but this is Cloudflare" : null;
}

/** The settings from a local stack's environment, which may set all of them. Throws `SettingsError`. */
export const localWebhookSettings = (
  environment: Readonly<Record<string, string | undefined>>,
): WebhookSettings => webhookSettings(readSettings(schema, environment));
