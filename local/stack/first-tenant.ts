import { z } from "zod";
import type { Database } from "../../edge/store/batch.ts";
import { createKey, createTenant } from "../tenants.ts";
import { readJson, writePrivateJson } from "./files.ts";

const schema = z.object({
  tenant_id: z.string(),
  keys: z.object({ test: z.string(), live: z.string() }),
});

/** The stack's first tenant and its keys. They are kept in a file of its owner's only, so that each start shows them. */
export type FirstTenant = z.infer<typeof schema>;

/** The first tenant, made when the file is not there yet. */
export async function ensureFirstTenant(path: string, db: Database): Promise<FirstTenant> {
  const kept = await readJson(path);
  if (kept !== undefined) return schema.parse(kept);
  const { id } = await createTenant(db, "First tenant");
  const test = await createKey(db, id, "test");
  const live = await createKey(db, id, "live");
  const tenant = { tenant_id: id, keys: { test: test.key, live: live.key } };
  await writePrivateJson(path, tenant);
  return tenant;
}
