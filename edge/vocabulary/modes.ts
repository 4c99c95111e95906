/** The two modes of a tenant. They share no data. */
export const MODES = ["live", "test"] as const;
