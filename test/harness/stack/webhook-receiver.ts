import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { newAuthority } from "../certificates.ts";

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** The raw bytes as text, as the signature covers them. */
  readonly body: string;
  readonly at: number;
}

/** The receiver's response to a delivery. */
type Answer = (received: Received, response: ServerResponse) => void;

export interface WebhookReceiver {
  /** `https://127.0.0.1:<port>/` */
  readonly url: string;
  /** The certificate of the CA that signed the receiver's own, as PEM. */
  readonly ca: string;
  readonly received: Received[];
  answer: Answer;
  /** Resolves when so many deliveries have come in all. */
  until(count: number, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Responds with this status and no body. */
export const status =
  (code: number): Answer =>
  (_, response) =>
    void response.writeHead(code).end();

/** A real HTTPS server on the loopback address, with a certificate from a CA of its own. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const { ca, leaf } = await newAuthority();
  const { cert, private: key } = await leaf();
  const received: Received[] = [];
  const receiver = {
    ca,
    received,
    answer: status(200),
    url: "",
    until: (count: number, timeoutMs = 20_000) => waitFor(() => received.length >= count, timeoutMs),
    close: () => close(server),
  };
  const server = createServer({ key, cert: `${cert}\n${ca}` }, async (request, response) => {
    const body = await readAll(request);
    if (body === undefined) return;
    const delivery = {
      path: request.url ?? "/",
      headers: request.headers,
      body: body.toString("utf8"),
      at: Date.now(),
    };
    received.push(delivery);
    receiver.answer(delivery, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return receiver;
}

/** The whole body; undefined when its sender went away before its end, as one that was killed. */
async function readAll(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch (error) {
    if (request.complete) throw error;
    return undefined;
  }
  return Buffer.concat(chunks);
}

/**
 * Checks a delivery as a receiver should (contract §11.4); returns which `v1=` element held, or -1.
 */
export function verifySignature({ headers, body }: Received, secret: string, now = Date.now()): number {
  const [time, ...elements] = String(headers["service-webhook-signature"]).split(",");
  const timestamp = Number(time?.replace(/^t=/, ""));
  if (Math.abs(now / 1_000 - timestamp) > 5 * 60) return -1;
  const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest();
  return elements.findIndex((element) => {
    const given = Buffer.from(element.replace(/^v1=/, ""), "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function waitFor(holds: () => boolean, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
