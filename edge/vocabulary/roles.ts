/** What a member of a tenant may do in the dashboard, from the least to the most. */
export const ROLES = ["viewer", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];
