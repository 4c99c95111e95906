import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A tenant's page that holds the capture page in a frame, and the tenant's server behind it. */
export interface ParentPage {
  readonly origin: string;
  /** The messages of the frame, in order. */
  readonly messages: readonly { readonly type: string; readonly step?: string }[];
  close(): void;
}

interface Opened {
  readonly token: string;
  readonly verification_id: string;
}

/** Serves the page at `/`. `open` mints a session token for the verification of this visit. */
export async function serveParent(frame: () => string, open: () => Promise<Opened>): Promise<ParentPage> {
  const messages: { type: string }[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === "/token") return void response.end(JSON.stringify(await open()));
    if (request.url === "/message") {
      const chunks = await request.toArray();
      messages.push(JSON.parse(Buffer.concat(chunks).toString()));
      return void response.end();
    }
    const { search } = new URL(request.url ?? "/", "http://parent");
    response.setHeader("content-type", "text/html");
    response.end(page(`${frame()}${search}`));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, messages, close: () => server.close() };
}

const page = (frame: string) => `<!doctype html><html lang="en"><title>Shop</title>
<iframe title="Verify" src="${frame}" allow="camera" width="480" height="900"></iframe>
<script type="module">
const frame = document.querySelector("iframe");
const host = new URL(frame.src).origin;
const protocol = "selfsame/1";
addEventListener("message", ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== host || data.protocol !== protocol) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = async ({ data: { type, step, height } }) => {
    if (type === "resize") return void (frame.height = height);
    if (type === "token_wanted") {
      const answer = await (await fetch("/token")).json();
      port1.postMessage({ protocol, type: "token", ...answer });
    } else await fetch("/message", { method: "POST", body: JSON.stringify({ type, step }) });
  };
  frame.contentWindow.postMessage({ protocol, type: "connect" }, host, [port2]);
});
</script>`;
