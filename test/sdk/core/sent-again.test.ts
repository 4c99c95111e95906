import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { Selfsame } from "#sdk/server/src/index.ts";

const KEY = `svc_sk_test_${"a".repeat(38)}`;

const opened: Server[] = [];
function closeAll() {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}
afterEach(closeAll);

/** A real HTTP server that does to each request in turn what the steps say; it keeps what has arrived. */
async function serve(...steps: ((response: ServerResponse) => void)[]) {
  const arrived: { key: unknown; body: Buffer; type: string }[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { "idempotency-key": key, "content-type": type = "" } = request.headers;
    arrived.push({ key, type, body: Buffer.concat(chunks) });
    steps[arrived.length - 1]!(response);
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { arrived, selfsame: new Selfsame({ apiKey: KEY, baseUrl }) };
}

const cut = (response: ServerResponse) => void response.destroy();
const cutInTheMiddle = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
  response.write('{"ocr_id":', () => response.destroy());
};
const answered = (response: ServerResponse) => void response.end('{"ocr_id":"ocr_1"}');

it("a picture is sent again whole, with the same key, after a connection that was cut at any place", async () => {
  const { arrived, selfsame } = await serve(cut, cutInTheMiddle, answered);
  const image = crypto.getRandomValues(new Uint8Array(60_000));
  const sent = image.slice();
  const scan = selfsame.ocr.scan({ image, customer_ref: "user-1" });
  // The caller may use its bytes again at once.
  await new Promise((resolve) => setImmediate(resolve));
  image.fill(0);
  expect(await scan).toEqual({ ocr_id: "ocr_1" });
  expect(new Set(arrived.map(({ key }) => key)).size).toBe(1);
  for (const { body, type } of arrived) {
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
    expect(form.get("customer_ref")).toBe("user-1");
    expect(new Uint8Array(await (form.get("image") as File).arrayBuffer())).toEqual(sent);
  }
});

it("a service that is not there is told as such, after the retries", async () => {
  const { selfsame } = await serve();
  closeAll();
  await expect(selfsame.service.health({ maxRetries: 1 })).rejects.toMatchObject({
    code: "connection_failed",
    status: undefined,
    cause: expect.anything(),
  });
});
