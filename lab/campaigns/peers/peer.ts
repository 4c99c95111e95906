import { connect, type Socket } from "node:net";
import type { PeerRequest } from "./requests.ts";

/** Where in the request a peer begins to misbehave. */
export const POINTS = [
  "request line",
  "headers",
  "before the body",
  "first bytes",
  "middle",
  "last byte",
  "answer",
] as const;
/** What it does from there. */
export const MANNERS = ["stalls", "drips", "half-closes", "hangs up"] as const;

export interface Plan {
  readonly request: PeerRequest;
  readonly isChunked: boolean;
  readonly credential: string | null;
  readonly point: (typeof POINTS)[number];
  readonly manner: (typeof MANNERS)[number];
}

/** How a connection ended. */
export interface Ended {
  readonly plan: Plan;
  /** Null without an answer. */
  readonly status: number | null;
  /** Milliseconds after which the server had closed it; null for one that was given up while it was open. */
  readonly openMs: number | null;
}

const DRIP_MS = 1_000;

/** Opens a connection, misbehaves as planned, and waits for the server to close it, `giveUpMs` at most. */
export function misbehave(url: URL, plan: Plan, giveUpMs: number): Promise<Ended> {
  const since = performance.now();
  const bytes = wire(url, plan);
  const at = cut(bytes, plan);
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
    const drip = plan.manner === "drips" ? setInterval(() => dripOn(), DRIP_MS) : undefined;
    const end = (openMs: number | null) => {
      clearInterval(drip);
      clearTimeout(late);
      socket.destroy();
      resolve({ plan, status: Number(/^HTTP\/1.1 (\d{3})/.exec(answer)?.[1] ?? 0) || null, openMs });
    };
    const late = setTimeout(() => end(null), giveUpMs);
    const closed = () => end(performance.now() - since);
    socket.on("data", (data) => {
      answer = (answer + data.toString("latin1")).slice(0, 200);
    });
    socket.on("error", () => {});
    socket.on("end", closed);
    socket.on("close", closed);
    socket.write(bytes.subarray(0, at), () => {
      if (plan.manner === "hangs up") socket.destroy();
      if (plan.manner === "half-closes") socket.end();
    });
    let next = at;
    function dripOn() {
      if (next < bytes.length && isWritable(socket)) socket.write(bytes.subarray(next, ++next));
    }
  });
}

const isWritable = (socket: Socket) => !socket.destroyed && socket.writable;

interface Wire {
  readonly head: Buffer;
  readonly body: Buffer;
}

/** The request as it goes over the wire. */
function wire(url: URL, plan: Plan): Buffer {
  const { head, body } = parts(url, plan);
  return Buffer.concat([head, body]);
}

function parts({ host }: URL, { request, isChunked, credential }: Plan): Wire {
  const { method, path, type, body } = request;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${type}`,
    `Idempotency-Key: ${crypto.randomUUID()}`,
    ...(credential === null ? [] : [`Authorization: Bearer ${credential}`]),
    isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`,
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  if (!isChunked) return { head, body };
  const size = Buffer.from(`${body.length.toString(16)}\r\n`);
  return { head, body: Buffer.concat([size, body, Buffer.from("\r\n0\r\n\r\n")]) };
}

/** How many bytes are sent as they should be. */
function cut(bytes: Buffer, { point }: Plan): number {
  const head = bytes.indexOf("\r\n\r\n") + 4;
  const ends: Record<Plan["point"], number> = {
    "request line": 5,
    headers: head - 2,
    "before the body": head,
    "first bytes": Math.min(bytes.length, head + 12),
    middle: Math.ceil((head + bytes.length) / 2),
    "last byte": bytes.length - 1,
    answer: bytes.length,
  };
  return ends[point];
}
