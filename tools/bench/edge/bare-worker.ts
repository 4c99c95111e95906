import { createClient } from "@libsql/client/web";
import { Hono } from "hono";

/**
 * The yardsticks: one read of the database by primary key, and any other request, whose body is read to its
 * end. Both answer "ok".
 */
const app = new Hono<{ Bindings: { DATABASE_URL: string } }>();
let client: ReturnType<typeof createClient> | undefined;

app.get("/ok", async (c) => {
  client ??= createClient({
    url: c.env.DATABASE_URL,
    concurrency: Number.POSITIVE_INFINITY,
    fetch: (request: Request) => fetch(request),
  });
  await client.execute({ sql: "select id, name from tenants where id = ?", args: [c.req.query("id") ?? ""] });
  return c.text("ok");
});

app.all("*", async (c) => {
  // A peer that hangs up gets no answer, and no line in the log.
  await c.req.arrayBuffer().catch(() => null);
  return c.text("ok");
});

export default app;
