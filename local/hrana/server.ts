import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipelineRequest, type StreamResult } from "./protocol.ts";
import type { HranaStream } from "./stream.ts";
import { STREAM_LIMITS, type StreamLimits, Streams } from "./streams.ts";

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const VERSION_PATHS = new Set(["/v2", "/v3"]);
const PIPELINE_PATHS = new Set(["/v2/pipeline", "/v3/pipeline"]);

interface HranaServerOptions {
  /** Database file; created when missing. */
  readonly file: string;
  /** 0: any free port. */
  readonly port: number;
  readonly authToken?: string | undefined;
  readonly limits?: StreamLimits | undefined;
}

export interface HranaServer {
  readonly url: string;
  readonly port: number;
  /** Answers requests under way, then rolls back open transactions and closes the file. */
  close(): Promise<void>;
}

/** Serves one libSQL file over HTTP (Hrana 2 and 3, JSON) on the loopback address, as `sqld` does. */
export async function startHranaServer(options: HranaServerOptions): Promise<HranaServer> {
  const streams = new Streams(options.file, options.limits ?? STREAM_LIMITS);
  const server = createServer((request, response) => {
    answer(streams, options.authToken, request, response).catch((error: unknown) => {
      console.error("database: a request failed:", error);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { message: "internal error", code: "INTERNAL_ERROR" });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      streams.closeIdle();
      await closed;
      streams.close();
    },
  };
}

async function answer(
  streams: Streams,
  authToken: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (authToken !== undefined && !isAuthorized(request, authToken)) {
    return sendJson(response, 401, { message: "authentication failed", code: "AUTH_FAILED" });
  }
  const path = request.url ?? "/";
  if (request.method === "GET" && (VERSION_PATHS.has(path) || path === "/health")) return void response.end();
  if (request.method !== "POST" || !PIPELINE_PATHS.has(path)) {
    return sendJson(response, 404, { message: "no such path", code: "NOT_FOUND" });
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.setHeader("connection", "close");
    return sendJson(response, 413, { message: "request too large", code: "REQUEST_TOO_LARGE" });
  }
  const parsed = pipelineRequest.safeParse(parseJson(body));
  if (!parsed.success) {
    return sendJson(response, 400, { message: "not a Hrana pipeline request", code: "HRANA_PROTO_ERROR" });
  }
  const { baton, requests } = parsed.data;
  const stream = baton ? streams.take(baton) : streams.open();
  if (stream === undefined) {
    return sendJson(response, 400, { message: "the baton is invalid or expired", code: "STREAM_EXPIRED" });
  }
  const results = await runPipeline(stream, requests);
  streams.written();
  sendJson(response, 200, { baton: streams.park(stream), base_url: null, results });
}

async function runPipeline(
  stream: HranaStream,
  requests: Parameters<HranaStream["handle"]>[0][],
): Promise<StreamResult[]> {
  const results: StreamResult[] = [];
  try {
    for (const request of requests) results.push(await stream.handle(request));
    return results;
  } catch (error) {
    stream.close();
    throw error;
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema rejects undefined.
    return undefined;
  }
}

function isAuthorized(request: IncomingMessage, authToken: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ""), digest(`Bearer ${authToken}`));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
