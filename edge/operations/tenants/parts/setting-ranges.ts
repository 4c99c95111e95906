/** The ranges of a tenant's own settings, in days and seconds. */
export const SETTING_RANGES = {
  retentionDays: { min: 1, max: 36_500 },
  maxTtlSeconds: { min: 60, max: 86_400 },
} as const;
