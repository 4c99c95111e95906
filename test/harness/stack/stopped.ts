import { createClient } from "@libsql/client/http";
import { encryptionContext } from "#edge/media/kept.ts";
import { openBucket } from "#local/edge/bucket.ts";
import { startHranaServer } from "#local/hrana/server.ts";
import { layout } from "#local/stack/files.ts";
import { memoryVault } from "../edge/memory-vault.ts";

/** Runs statements on a stack's file. */
export async function onFile(dataFolder: string, ...statements: string[]) {
  const server = await startHranaServer({ file: layout(dataFolder).database, port: 0 });
  const client = createClient({ url: server.url });
  const results = [];
  for (const sql of statements) results.push((await client.execute(sql)).rows);
  client.close();
  await server.close();
  return results;
}

/** Stores an image of an end user in the folder of a stopped stack, as the edge does. */
export async function keepImage(folder: string, person: string) {
  const { media } = layout(folder);
  const vault = await memoryVault();
  const bucket = await openBucket(media);
  const key = `tn_1/md_${person}`;
  await bucket.put(
    key,
    await vault.encrypt({ tenantId: "tn_1" }, encryptionContext("portrait", key), Uint8Array.of(1, 2, 3)),
  );
  await bucket.close();
  await onFile(
    folder,
    `insert into media_objects (id, tenant_id, mode, object_key, result_id, customer_ref, kind, media_type, state, created_at) values ('md_${person}', 'tn_1', 'test', '${key}', 'ocr_1', '${person}', 'portrait', 'image/jpeg', 'kept', 1)`,
  );
}
