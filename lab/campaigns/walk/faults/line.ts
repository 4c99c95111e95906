import type { CDPSession, Page } from "playwright-core";

/** The calls of a page, as a fault names them. */
const CALLS = {
  session: /^POST .*\/v1\/capture\/sessions$/,
  consent: /^POST .*\/consent$/,
  next: /^GET .*\/next$/,
  document: /^POST .*\/document$/,
  challenge: /^POST .*\/v1\/liveness\/challenges$/,
  liveness: /^POST .*\/v1\/liveness\/check$/,
} as const;
export type Call = keyof typeof CALLS;
export const UPLOADS = ["document", "liveness"] as const satisfies readonly Call[];

/** What befalls a call: it never arrives, its answer never does, or something else answers in its place. */
export type Fate = "cut" | "lost" | { readonly status: number; readonly code: string };

interface Armed {
  readonly call: Call;
  readonly fate: Fate;
  times: number;
}

/** DevTools' `Fetch.requestPaused`, as far as it is read here. */
interface Paused {
  readonly requestId: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  /** Present once the service has answered. */
  readonly responseStatusCode?: number;
}

/** The line between a browser's pages and the service, which fails as it is told to. */
export function openLine() {
  const armed: Armed[] = [];
  const befallen: string[] = [];
  /** Of each upload that the service took, the Idempotency-Keys: one for each capture. */
  const taken = { document: new Set<string>(), liveness: new Set<string>() };
  let token = "";

  function fateOf(call: Call | undefined, isAnswered: boolean): Fate | undefined {
    const due = armed.find((each) => each.call === call && each.times > 0);
    if (due === undefined || (due.fate === "lost") !== isAnswered) return undefined;
    due.times--;
    befallen.push(due.call);
    return due.fate;
  }
  async function note(devtools: CDPSession, call: Call | undefined, paused: Paused) {
    const { requestId, request, responseStatusCode: status = 0 } = paused;
    if (status < 200 || status > 299) return;
    if (call === "document" || call === "liveness") taken[call].add(keyOf(request.headers));
    if (call !== "session") return;
    const { body, base64Encoded } = await devtools.send("Fetch.getResponseBody", { requestId });
    token = JSON.parse(base64Encoded ? Buffer.from(body, "base64").toString() : body).session_token;
  }
  async function pass(devtools: CDPSession, paused: Paused): Promise<void> {
    const { requestId, request, responseStatusCode } = paused;
    const name = `${request.method} ${new URL(request.url).pathname}`;
    const call = (Object.keys(CALLS) as Call[]).find((each) => CALLS[each].test(name));
    const isAnswered = responseStatusCode !== undefined;
    if (isAnswered) await note(devtools, call, paused);
    const fate = fateOf(call, isAnswered);
    if (fate === undefined) await devtools.send("Fetch.continueRequest", { requestId });
    else if (typeof fate === "object") await devtools.send("Fetch.fulfillRequest", refusal(requestId, fate));
    else {
      const errorReason = fate === "cut" ? "InternetDisconnected" : "ConnectionReset";
      await devtools.send("Fetch.failRequest", { requestId, errorReason });
    }
  }
  return {
    /** Lays the line of one more page. */
    async attach(page: Page): Promise<void> {
      const devtools = await page.context().newCDPSession(page);
      // A page that is gone waits for no answer.
      devtools.on("Fetch.requestPaused", (paused) => void pass(devtools, paused).catch(() => {}));
      const stages = ["Request", "Response"] as const;
      const patterns = stages.map((requestStage) => ({ urlPattern: "*/v1/*", requestStage }));
      await devtools.send("Fetch.enable", { patterns });
    },
    arm: (call: Call, fate: Fate, times: number) => void armed.push({ call, fate, times }),
    /** The calls that something befell, in order. */
    befallen: befallen as readonly string[],
    taken,
    /** The session token that a page got last; empty before the first. */
    token: () => token,
  };
}

export type Line = ReturnType<typeof openLine>;

function keyOf(headers: Readonly<Record<string, string>>): string {
  const key = Object.entries(headers).find(([name]) => name.toLowerCase() === "idempotency-key")?.[1];
  if (key === undefined) throw new Error("a capture went up without an Idempotency-Key");
  return key;
}

/** As a proxy or the service itself refuses. */
function refusal(requestId: string, { status, code }: Exclude<Fate, string>) {
  const error = { type: "api_error", code, message: "Refused.", request_id: "req_walk" };
  return {
    requestId,
    responseCode: status,
    responseHeaders: [
      { name: "content-type", value: "application/json" },
      { name: "retry-after", value: "1" },
    ],
    body: Buffer.from(JSON.stringify({ error })).toString("base64"),
  };
}
