/** What a tenant may set for itself, in days and seconds. */
export const SETTING_RANGES = {
  retentionDays: { min: 1, max: 36_500 },
  maxTtlSeconds: { min: 60, max: 86_400 },
} as const;
