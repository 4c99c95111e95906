import { and, type Column, eq, sql } from "drizzle-orm";
import { customType, integer, text } from "drizzle-orm/sqlite-core";
import { MODES } from "../../vocabulary/enumerations.ts";

/** Bytes as a BLOB. libSQL returns an ArrayBuffer; the store sees a Uint8Array. */
export const bytes = customType<{ data: Uint8Array; driverData: ArrayBuffer | Uint8Array }>({
  dataType: () => "blob",
  toDriver: (value) => value,
  fromDriver: (value) => new Uint8Array(value),
});

/**
 * Texts without commas in one column, with a comma on both sides of each, so that SQL can find one: see
 * `holdsText`.
 */
export const textList = customType<{ data: readonly string[]; driverData: string }>({
  dataType: () => "text",
  toDriver: (texts) => `,${texts.join(",")},`,
  fromDriver: (joined) => joined.split(",").filter((text) => text !== ""),
});

/** Whether a column of `textList` holds the text. */
export const holdsText = (column: Column, text: string) => sql`instr(${column}, ${`,${text},`}) > 0`;

/** Words of a vocabulary as a list for SQL's `in`, for check constraints, whose text the migrations hold. */
export const wordList = (words: readonly string[]) =>
  sql.raw(`(${words.map((word) => `'${word}'`).join(", ")})`);

/** Milliseconds since the Unix epoch. */
export const timestamp = (name: string) => integer(name);

/** The columns of every row that a tenant owns. Every query names both. */
export const scope = {
  tenantId: text("tenant_id").notNull(),
  mode: text("mode", { enum: MODES }).notNull(),
};

/** Whether a row is this tenant's and mode's. */
export const inScope = (
  { tenantId, mode }: { readonly tenantId: Column; readonly mode: Column },
  owner: { readonly tenantId: string; readonly mode: string },
) => and(eq(tenantId, owner.tenantId), eq(mode, owner.mode));
