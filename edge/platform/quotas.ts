import { z } from "zod";
import { readSettings } from "../../vocabulary/setting-faults.ts";

const count = z.coerce.number().int().min(1).max(10_000).default(20);

/** Limits of a tenant. */
export const quotaVariables = {
  /** Secret keys of a tenant and mode that are not revoked. */
  KEYS_PER_MODE: count,
  /** Webhook endpoints of a tenant and mode. */
  ENDPOINTS_PER_MODE: count,
  /** The monthly cap of each mode of a tenant that signs up by itself: a number, or `none`. */
  SIGN_UP_MONTHLY_CAP: z
    .union(
      [z.literal("none").transform(() => null), z.coerce.number().int().min(0).max(1_000_000_000)],
      "must be a whole number, or none",
    )
    .default(1_000),
};

const schema = z.object(quotaVariables);

export interface Quotas {
  readonly keysPerMode: number;
  readonly endpointsPerMode: number;
  /** Null for no cap. */
  readonly signUpMonthlyCap: number | null;
}

export const quotasOf = (settings: z.output<typeof schema>): Quotas => ({
  keysPerMode: settings.KEYS_PER_MODE,
  endpointsPerMode: settings.ENDPOINTS_PER_MODE,
  signUpMonthlyCap: settings.SIGN_UP_MONTHLY_CAP,
});

/** The quotas of a process on this machine, from its environment. Throws `SettingsError`. */
export const localQuotas = (environment: Readonly<Record<string, string | undefined>>): Quotas =>
  quotasOf(readSettings(schema, environment));
