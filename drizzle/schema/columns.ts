import { customType, integer, text } from "drizzle-orm/sqlite-core";
import { MODES } from "../../edge/vocabulary/modes.ts";

/** Bytes as a BLOB. libSQL hands back an ArrayBuffer; the store sees a Uint8Array. */
export const bytes = customType<{ data: Uint8Array; driverData: ArrayBuffer | Uint8Array }>({
  dataType: () => "blob",
  toDriver: (value) => value,
  fromDriver: (value) => new Uint8Array(value),
});

/** Milliseconds since the Unix epoch. */
export const timestamp = (name: string) => integer(name);

/** What every tenant-owned row carries; both are in every finder's signature and every write's `where`. */
export const scope = {
  tenantId: text("tenant_id").notNull(),
  mode: text("mode", { enum: MODES }).notNull(),
};
