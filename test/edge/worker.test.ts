import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { firstIdAt } from "../../edge/scope.ts";
import { bundleWorker } from "../../local/edge/bundle.ts";
import { startEdge } from "../../local/edge/workerd.ts";
import { testBindings } from "../harness/bindings.ts";
import { openTestDatabase } from "../local/database.ts";

it("erases in its scheduled sweep, portraits too, what was kept long enough", async () => {
  const { url, client, close } = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "selfsame-worker-"));
  const edge = await startEdge({
    script: await bundleWorker(folder),
    port: 0,
    mediaFolder: join(folder, "media"),
    variables: { ...(await testBindings(url)), LOCAL_STACK: "1" },
  });
  const id = `${firstIdAt("ocr", Date.now() - 31 * 86_400_000)}0000000000000000`;
  await client.batch([
    "insert into tenants (id, name, retention_days, created_at) values ('tn_1', 'Acme', 30, 1)",
    `insert into ocr_results (id, tenant_id, mode, created_at, body, portrait_key) values ('${id}', 'tn_1', 'live', 1, '{"said":1}', 'tn_1/${id}')`,
  ]);
  await edge.tick();
  const { rows } = await client.execute("select body, portrait_key from ocr_results");
  expect(rows).toMatchObject([{ body: "{}", portrait_key: null }]);
  await edge.close();
  await close();
  await rm(folder, { recursive: true });
});
