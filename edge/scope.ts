import type { MODES } from "./vocabulary/modes.ts";

export type Mode = (typeof MODES)[number];

/** Whose rows: every store function takes one first, and puts both halves into its SQL. */
export interface Scope {
  readonly tenantId: string;
  readonly mode: Mode;
}
