import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { createKey } from "#edge/operations/tenants/keys.ts";
import { createTenant } from "#edge/operations/tenants/tenant.ts";
import { localQuotas } from "#edge/platform/quotas.ts";
import { bundleWorker } from "#local/bundle.ts";
import { startEdge } from "#local/edge/workerd.ts";
import { openKeys } from "#local/stack/secrets.ts";
import { testVariables } from "../edge/bindings.ts";
import { openTestDatabase } from "../test-database.ts";

/** The header in which a caller of the rig sends its address. */
export const ADDRESS_HEADER = "x-address";

/**
 * The Worker on workerd over a database of its own, and a tenant's test key. `settings` come on top; without
 * its address there is no inference. Port 0: any free one.
 */
export async function startWorkerRig(settings: Readonly<Record<string, string>> = {}, { port = 0 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-worker-"));
  const database = await openTestDatabase();
  const variables = await testVariables(database.url);
  const keys = await openKeys(database.db, variables);
  const ctx = operatorContext({ db: database.db, quotas: localQuotas({}), ...keys }, Date.now());
  const { id: tenantId } = await createTenant(ctx, { name: "Worker" });
  const scope = { tenantId, mode: "test" } as const;
  const { key } = await createKey({ ...ctx, scope });
  const script = await bundleWorker(join(folder, "edge"));
  const start = (on: number) =>
    startEdge({
      script,
      port: on,
      mediaFolder: join(folder, "media"),
      variables: {
        ...variables,
        LOCAL_STACK: "1",
        PUBLIC_URL: "http://localhost",
        CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
        LIMIT_KEY_READS: "1000000",
        ...settings,
      },
    });
  let edge = await start(port);
  return {
    url: edge.url,
    /** The Worker's folder for objects and media. */
    kept: join(folder, "media"),
    /** The origin that its pages believe to have. */
    origin: "http://localhost",
    key,
    scope,
    db: database.db,
    /** Sends a request to the Worker, for any origin. */
    fetch(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(new URL(pathname + search, edge.url), request));
    },
    /** Restarts the Worker's process at the same URL. */
    async restart() {
      await edge.close();
      edge = await start(Number(new URL(edge.url).port));
    },
    async close() {
      await edge.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
