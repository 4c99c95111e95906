import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { openDatabase } from "../../../edge/store/database.ts";
import { openTestEdge } from "../../harness/edge/test-edge.ts";

it("answers 503 with Retry-After while the database is away, and works again once it is back", async () => {
  const edge = await openTestEdge();
  const tenant = await edge.newTenant();
  const create = () => edge.call("POST", "/v1/verifications", tenant.keys.test, { customer_ref: "c" });
  const present = edge.services.db;
  const busy = createServer((_request, response) => void response.writeHead(503).end());
  await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
  const { port } = busy.address() as AddressInfo;
  for (const url of ["http://127.0.0.1:9", `http://127.0.0.1:${port}`]) {
    Object.assign(edge.services, { db: openDatabase(url) });
    const answer = await create();
    expect(answer).toMatchObject({ status: 503, body: { error: { code: "service_unavailable" } } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  Object.assign(edge.services, { db: present });
  expect(await create()).toMatchObject({ status: 201 });
  busy.close();
  await edge.close();
});
