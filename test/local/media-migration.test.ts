import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { expect, it } from "vitest";
import { startHranaServer } from "../../local/hrana/server.ts";

const FOLDER = join(import.meta.dirname, "../../drizzle/migrations");
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
const NAME = "media_objects.sql";

it("carries settings, policies, portraits and times of reviews over to what names every picture", async () => {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-migration-"));
  const server = await startHranaServer({ file: join(folder, "selfsame.db"), port: 0 });
  const client = createClient({ url: server.url });
  const apply = (file: string) => client.executeMultiple(readFileSync(join(FOLDER, file), "utf8"));
  const at = FILES.findIndex((file) => file.endsWith(NAME));
  for (const file of FILES.slice(0, at)) await apply(file);
  const verification = (id: string, decision: string, policy: string) =>
    `insert into verifications (id, tenant_id, mode, customer_ref, status, decision, decision_reasons, policy, steps, revision, created_at, expires_at) values ('${id}', 'tn_1', 'test', 'c', 'completed', '${decision}', '[]', '${policy}', '[]', 2, 1, 2)`;
  await client.batch([
    "insert into tenants (id, name, store_media, created_at) values ('tn_1', 'kept', 1, 1), ('tn_2', 'not', 0, 1)",
    verification("vf_1", "approved", '{"store_media":true,"max_attempts":3}'),
    verification("vf_2", "review", '{"store_media":false}'),
    "insert into verification_revisions (verification_id, revision, tenant_id, mode, at, change) values ('vf_1', 2, 'tn_1', 'test', 77, 'reviewed')",
    "insert into ocr_results (id, tenant_id, mode, verification_id, customer_ref, created_at, body, portrait_key) values ('ocr_A', 'tn_1', 'test', 'vf_1', 'c', 5, '{}', 'tn_1/ocr_A'), ('ocr_B', 'tn_1', 'test', null, null, 5, '{}', null)",
  ]);
  await apply(FILES[at]!);
  const rows = async (sql: string) => (await client.execute(sql)).rows.map((row) => Object.values(row));
  expect(await rows("select id, store_media, erase_media_at_decision from tenants order by id")).toEqual([
    ["tn_1", "portrait", 0],
    ["tn_2", "none", 0],
  ]);
  expect(await rows("select policy, reviewed_at from verifications order by id")).toEqual([
    ['{"store_media":"portrait","max_attempts":3}', 77],
    ['{"store_media":"none"}', null],
  ]);
  const columns = "id, tenant_id, mode, object_key, result_id, verification_id, customer_ref, kind, state";
  expect(await rows(`select ${columns} from media_objects`)).toEqual([
    ["md_A", "tn_1", "test", "tn_1/ocr_A", "ocr_A", "vf_1", "c", "portrait", "kept"],
  ]);
  client.close();
  await server.close();
  await rm(folder, { recursive: true });
});
