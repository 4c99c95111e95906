/** Roles of a tenant's members in the dashboard, from the fewest rights to the most. */
export const ROLES = ["viewer", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];
