export type Mode = "live" | "test";

/** Whose rows: every store function takes one first, and puts both halves into its SQL. */
export interface Scope {
  readonly tenantId: string;
  readonly mode: Mode;
}
