import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeyRing } from "../../../edge/crypto/key-ring.ts";
import { createVault } from "../../../edge/crypto/vault.ts";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { createTenant } from "../../../edge/operations/tenants/create.ts";
import type { Scope } from "../../../edge/scope.ts";
import { localQuotas } from "../../../edge/settings/quotas.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { startHranaServer } from "../../../local/hrana/server.ts";
import { migrateDatabase } from "../../../local/migrate.ts";

export type Books = Awaited<ReturnType<typeof openBooks>>;

/** The database that says who is enrolled, and what the edge needs to read it. */
export async function openBooks() {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-books-"));
  const hrana = await startHranaServer({ file: join(folder, "books.db"), port: 0 });
  await migrateDatabase(hrana.url);
  const db = openDatabase(hrana.url);
  const vault = createVault(await openKeyRing([randomBytes(32)]));
  const operator = operatorContext({ db, quotas: localQuotas({}) }, Date.now());
  return {
    services: { db, vault, clock: Date.now },
    /** A tenant's rows. */
    async newScope(): Promise<Scope> {
      const { id: tenantId } = await createTenant(operator, { name: "Fleet" });
      return { tenantId, mode: "test" };
    },
    async close() {
      await hrana.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
