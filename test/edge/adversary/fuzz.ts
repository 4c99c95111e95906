import fc from "fast-check";
import { createApp } from "#edge/app.ts";
import type { ErrorCode } from "#edge/core/errors.ts";
import { ERROR_STATUS } from "#edge/http/status.ts";
import { asReceived } from "../../harness/edge/as-received.ts";
import { liftLimits, openCheckEdge } from "../../harness/edge/check-edge.ts";
import { type Hostile, hostile } from "./requests.ts";
import { oneOfEach } from "./world.ts";

/** The number of requests to one database: some of them delete the objects of others. */
const ROUND = 1_000;

/**
 * Sends so many hostile requests to the app, with a double for inference, in rounds whose seeds follow one
 * another. Throws with the smallest request found that reveals a defect, and the seed of its round,
 * which finds it again. Returns how many were answered with which status.
 */
export async function fuzz(runs: number, seed: number): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  for (let sent = 0, round = 0; sent < runs; sent += ROUND, round++) {
    await fuzzRound(Math.min(ROUND, runs - sent), seed + round, seen);
  }
  return seen;
}

async function fuzzRound(numRuns: number, seed: number, seen: Map<number, number>): Promise<void> {
  const edge = await openCheckEdge();
  await edge.client.execute("update tenants set store_media = 'portrait'");
  liftLimits(edge);
  const app = createApp(async () => edge.services);
  const { ids, token } = await oneOfEach(edge, edge.key);
  const credentials = { secret_key: edge.key, session_token: token, anonymous: undefined, junk: undefined };
  const underWay = new Set<Promise<unknown>>();
  const lifetime = {
    waitUntil: (work: Promise<unknown>) => void underWay.add(work.finally(() => underWay.delete(work))),
    passThroughOnException() {},
    props: {},
  };
  const property = fc.asyncProperty(hostile(ids), async (request) => {
    const sent = toRequest(request, credentials[request.caller]);
    if (sent === null) return;
    const answer = await app.request(asReceived(sent), undefined, edge.bindings, lifetime);
    await judge(request, answer);
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
  });
  try {
    await fc.assert(property, { numRuns, seed });
    await Promise.all(underWay);
  } finally {
    await edge.close();
  }
}

/** The request, or null if no client of the platform can send it. */
function toRequest({ method, path, headers, body, pieces }: Hostile, credential?: string): Request | null {
  try {
    const all = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
    if (credential !== undefined) all.set("authorization", `Bearer ${credential}`);
    const stream = body === null ? null : pieces === 0 ? new Uint8Array(body) : inPieces(body, pieces);
    const init = { method, headers: all, body: stream, duplex: "half" };
    return new Request(`http://localhost${path}`, init as RequestInit);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const MOST_PIECES = 64;

function inPieces(body: Uint8Array, least: number): ReadableStream<Uint8Array> {
  const size = Math.max(least, Math.ceil(body.length / MOST_PIECES));
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= body.length) return controller.close();
      controller.enqueue(body.slice(at, at + size));
      at += size;
    },
  });
}

async function judge({ method }: Hostile, answer: Response): Promise<void> {
  const { status, headers } = answer;
  const text = await answer.text();
  const requestId = headers.get("x-request-id") ?? "";
  if (!/^req_[0-9A-HJKMNP-TV-Z]{26}$/.test(requestId))
    throw new Error(`${status} without a request id: ${text}`);
  if (status >= 500) throw new Error(`${status} ${text}`);
  if (status < 400 || status === 410 || method === "HEAD") return;
  const isProblem = headers.get("content-type") === "application/problem+json";
  const error = isProblem ? JSON.parse(text) : JSON.parse(text).error;
  const code = error?.code as ErrorCode;
  if (ERROR_STATUS[code] !== status) throw new Error(`${status} is not the status of ${code}`);
  if (error.request_id !== requestId) throw new Error(`${code} names another request`);
  if (status === 401 && !headers.has("www-authenticate")) throw new Error("401 without WWW-Authenticate");
  if (status === 429 && !headers.has("retry-after")) throw new Error("429 without Retry-After");
}
