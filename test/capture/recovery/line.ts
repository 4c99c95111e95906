import type { CheckEdge } from "../../harness/edge/check-edge.ts";
import { frame } from "../../harness/edge/inference-results.ts";
import { PERFORMED } from "../../harness/edge/performed.ts";
import { edgeFetch } from "../../sdk/edge-fetch.ts";

/** The page's own address. */
declare const location: { readonly origin: string };

/** The calls of a page, as a fault names them. */
const CALLS = {
  session: /^POST .*\/capture\/sessions$/,
  consent: /^POST .*\/consent$/,
  withdrawal: /^DELETE .*\/consent$/,
  receipt: /^POST .*\/capture\/withdrawals$/,
  next: /^GET .*\/next$/,
  document: /^POST .*\/document$/,
  challenge: /^POST .*\/liveness\/challenges$/,
  liveness: /^POST .*\/liveness\/check$/,
} as const;
export type Call = keyof typeof CALLS;

/** A call's fault: the request is lost, the response is lost, or an intermediary responds instead. */
type Outcome = "cut" | "lost" | { readonly status: number; readonly code: string };

interface Armed {
  readonly call: Call;
  readonly outcome: Outcome;
  /** The SDK calls again by itself, so that one cut alone would not be seen. */
  times: number;
}

const { fetch } = globalThis;

/** The connection between a page and the edge, which fails on command. */
export function openLine(edge: CheckEdge) {
  const reach = edgeFetch(edge);
  const armed: Armed[] = [];
  /** The photos of each capture that the edge took: one attempt, however often they came. */
  const taken = { document: new Set<string>(), liveness: new Set<string>() };

  let token = "";

  async function pass(request: Request): Promise<Response> {
    const name = `${request.method} ${new URL(request.url).pathname}`;
    const fault = armed.find(({ call, times }) => times > 0 && CALLS[call].test(name));
    if (fault !== undefined) fault.times--;
    if (fault?.outcome === "cut") throw new TypeError("fetch failed");
    if (typeof fault?.outcome === "object") return refusal(fault.outcome);
    const photos = await photosIn(request.clone());
    const answer = await reach(request);
    for (const call of ["document", "liveness"] as const) {
      if (answer.ok && CALLS[call].test(name)) taken[call].add(photos);
    }
    if (answer.ok && CALLS.challenge.test(name)) await perform(answer.clone());
    if (answer.ok && CALLS.session.test(name)) token = await tokenIn(answer.clone());
    if (fault?.outcome === "lost") throw new TypeError("fetch failed");
    const headers = new Headers(answer.headers);
    headers.set("date", new Date(edge.services.clock()).toUTCString());
    const body = answer.status === 204 || answer.status === 304 ? null : await answer.arrayBuffer();
    return new Response(body, { status: answer.status, headers });
  }
  /** The person performs the challenge. */
  async function perform(answer: Response) {
    const { action } = (await answer.json()) as { action: keyof typeof PERFORMED };
    edge.answers.frames = [frame({}, 0.9), frame(HALF_WAY, 0.9), frame(PERFORMED[action], 0.9)];
  }
  return {
    /** The edge in this process has a database, which is reached as ever. */
    fetch: ((url, init) => {
      const isOfPage = typeof url === "string" && url.startsWith(`${location.origin}/`);
      return isOfPage ? pass(new Request(url, init)) : fetch(url, init);
    }) as typeof fetch,
    arm: (call: Call, outcome: Outcome, times: number) => void armed.push({ call, outcome, times }),
    taken,
    /** The session token that a page got last; empty before the first. */
    token: () => token,
  };
}

/** The content of a form's files; no two captures of a device are the same. */
async function photosIn(request: Request): Promise<string> {
  if (!request.headers.get("content-type")?.startsWith("multipart/")) return "";
  const parts = [...(await request.formData()).values()].filter((part) => part instanceof Blob);
  const contents = await Promise.all(parts.map(async (part) => Buffer.from(await part.arrayBuffer())));
  return Buffer.concat(contents).toString("hex");
}

const tokenIn = async (answer: Response) =>
  ((await answer.json()) as { readonly session_token: string }).session_token;

const HALF_WAY = { pose: { yaw: 3, pitch: 3 } };

/** As a proxy or the service itself rejects. */
function refusal({ status, code }: Exclude<Outcome, string>): Response {
  const error = { type: "api_error", code, message: "Refused.", request_id: "req_test" };
  return Response.json({ error }, { status, headers: { "retry-after": "1" } });
}

export type Line = ReturnType<typeof openLine>;
