import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { openDatabase } from "#edge/store/database.ts";

const AT_ONCE = 50;

let server: Server;
afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

/** Address of a server that answers so. */
async function answering(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const failureOf = (work: Promise<unknown>) => work.catch((caught: Error) => caught.cause ?? caught);

it("lets no call wait for another one's answer", async () => {
  let arrived = 0;
  const allHere = Promise.withResolvers<void>();
  const url = await answering(async (_request, response) => {
    if (++arrived === AT_ONCE) allHere.resolve();
    await allHere.promise;
    response.writeHead(503).end();
  });
  const db = openDatabase(url);
  const calls = Array.from({ length: AT_ONCE }, () => db.run(sql`select 1`).catch(() => "answered"));
  expect(await Promise.all(calls)).toEqual(Array(AT_ONCE).fill("answered"));
}, 10_000);

it.each([
  ["SQLITE_FULL", "its disk is full"],
  ["SQLITE_BUSY", "another writer holds it"],
])("distinguishes %s from a wrong statement: 503, and one line that says why", async (code, why) => {
  const error = { message: `SQLite error: ${code}`, code };
  const url = await answering((_request, response) => {
    const ok = { type: "ok", response: { type: "close" } };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ baton: null, base_url: null, results: [{ type: "error", error }, ok] }));
  });
  const db = openDatabase(url);
  const log = vi.spyOn(console, "error").mockReturnValue();
  for (let i = 0; i < 3; i++) {
    const refused = await failureOf(db.run(sql`select 1`));
    expect(refused).toMatchObject({ code: "service_unavailable", isUncertain: false });
  }
  expect(log.mock.calls).toEqual([[JSON.stringify({ event: "outage", part: "database", why })]]);
});

it.each([
  [404, "text/html", "no", " (HTTP 404)"],
  [200, "text/html", "<html>", ""],
  [200, "application/json", "{}", ""],
])("says that another server, which answers %i with %s, is no database", async (status, type, body, said) => {
  const url = await answering((_, response) =>
    response.writeHead(status, { "content-type": type }).end(body),
  );
  vi.spyOn(console, "error").mockReturnValue();
  const why = `what answers at DATABASE_URL is no libSQL server${said}`;
  const failure = await failureOf(openDatabase(url).run(sql`select 1`));
  expect(failure).toMatchObject({ code: "service_unavailable", why });
});

const silent: RequestListener = () => {};
/** Begins an answer, and never ends it. */
const halfway: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).write('{"baton":');
};

it.each([
  ["a read", "never answers", sql`select 1`, silent],
  ["a write", "never answers", sql`delete from tenants`, silent],
  ["a read", "answers by half", sql`select 1`, halfway],
  ["a write", "answers by half", sql`delete from tenants`, halfway],
])(
  "%s that the database %s is 503 in its time, as work that may have taken effect",
  async (_work, _how, statement, answer) => {
    vi.spyOn(console, "error").mockReturnValue();
    const db = openDatabase(await answering(answer), undefined, { read: 50, batch: 50 });
    const refused = await failureOf(db.run(statement));
    expect(refused).toMatchObject({ code: "service_unavailable", isUncertain: true, retryAfter: 5 });
  },
);
