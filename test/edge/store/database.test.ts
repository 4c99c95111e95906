import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openDatabase } from "../../../edge/store/database.ts";

const AT_ONCE = 50;

it("lets no call wait for another one's answer", async () => {
  let arrived = 0;
  const allHere = Promise.withResolvers<void>();
  const server = createServer(async (_request, response) => {
    if (++arrived === AT_ONCE) allHere.resolve();
    await allHere.promise;
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const db = openDatabase(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const calls = Array.from({ length: AT_ONCE }, () => db.run(sql`select 1`).catch(() => "answered"));
  expect(await Promise.all(calls)).toEqual(Array(AT_ONCE).fill("answered"));
  server.close();
}, 10_000);
