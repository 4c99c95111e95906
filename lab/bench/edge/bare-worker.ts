import { createClient as createCaller } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { createClient } from "@libsql/client/web";
import { type Context, Hono } from "hono";
import { FaceService } from "../../../proto/gen/selfsame/inference/v1/face_service_pb.js";

interface Bindings {
  readonly DATABASE_URL: string;
  readonly INFERENCE_URL: string;
  readonly INFERENCE_TOKEN: string;
}

type Call = Context<{ Bindings: Bindings }>;

/**
 * The yardsticks, written as in the libraries' documentation: one read of the database by primary key; a
 * check (that read, a form's image passed to inference, and one batch); and any other request, whose body is
 * read to its end. Each answers "ok".
 */
const app = new Hono<{ Bindings: Bindings }>();
let client: ReturnType<typeof createClient> | undefined;

const database = ({ env }: Call) => {
  client ??= createClient({
    url: env.DATABASE_URL,
    concurrency: Number.POSITIVE_INFINITY,
    fetch: (request: Request) => fetch(request),
  });
  return client;
};

const read = (c: Call) =>
  database(c).execute({
    sql: "select id, name from tenants where id = ?",
    args: [c.req.query("id") ?? ""],
  });

app.get("/ok", async (c) => {
  await read(c);
  return c.text("ok");
});

app.post("/check", async (c) => {
  await read(c);
  const image = (await c.req.formData()).get("image_1") as unknown as File;
  const transport = createGrpcWebTransport({
    baseUrl: c.env.INFERENCE_URL,
    useBinaryFormat: true,
    fetch: (input, init) => fetch(input, { ...init, redirect: "manual" }),
    interceptors: [
      (next) => (request) => {
        request.header.set("authorization", `Bearer ${c.env.INFERENCE_TOKEN}`);
        return next(request);
      },
    ],
  });
  const content = new Uint8Array(await image.arrayBuffer());
  const { frames } = await createCaller(FaceService, transport).assessPresentationAttack({
    frames: [{ content }],
  });
  const args = [crypto.randomUUID(), JSON.stringify(frames)];
  await database(c).batch(
    [
      { sql: "insert into bare_results (id, body) values (?, ?)", args },
      { sql: "update bare_usage set units = units + 1", args: [] },
    ],
    "write",
  );
  return c.text("ok");
});

app.all("*", async (c) => {
  // A peer that hangs up gets no answer, and no line in the log.
  await c.req.arrayBuffer().catch(() => null);
  return c.text("ok");
});

export default app;
