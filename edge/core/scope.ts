import type { MODES } from "../../vocabulary/enumerations.ts";

export type Mode = (typeof MODES)[number];

/**
 * The owner of rows. Every store function takes a scope, and restricts its SQL to both the tenant and the
 * mode.
 */
export interface Scope {
  readonly tenantId: string;
  readonly mode: Mode;
}
