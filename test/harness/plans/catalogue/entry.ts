import type { Scope } from "#edge/core/scope.ts";
import type { Database, Statement } from "#edge/store/batch.ts";

/** One call of a function of the store: rows, or the statements that an operation would commit. */
export type Call = (db: Database) => Promise<unknown> | Statement | readonly Statement[];

/**
 * Calls of one function, and the rows that each of its statements may read if that is not 200: its own
 * LIMIT, or the given number.
 */
export interface Entry {
  readonly calls: readonly Call[];
  readonly rows?: number;
}

/** Entries by module and function: `tenancy/keys.ts findKey`. */
export type Catalogue = Readonly<Record<string, Call | Entry>>;

export const SCOPE: Scope = { tenantId: "tn_1", mode: "live" };

/** The id of the filled row `i` of a table. */
export const rowId = (prefix: string, i: number) => `${prefix}0${String(i).padStart(25, "0")}`;

/** An id that no row has, after all filled ones. */
export const newRow = (prefix: string) => `${prefix}9`;
