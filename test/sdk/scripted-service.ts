import { createCaller } from "#sdk/core/call.ts";
import type { AttemptReport, Settings } from "#sdk/core/settings.ts";
import type { Clock } from "#sdk/core/time.ts";

/** An answer, something that `fetch` throws, or no answer at all. */
export type Step = Response | Error | "silence";

export const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    { error: { type: "t", code, message: "As it is.", request_id: "req_body", doc_url: "https://d" } },
    { status, headers: { "x-request-id": "req_1", ...headers } },
  );

/** Time that passes only when everything waits for it. */
export function fakeClock() {
  let time = 1_000_000;
  let keys = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const clock: Clock = {
    now: () => time,
    random: () => 0,
    newKey: () => `key-${++keys}`,
    after(ms, run) {
      const timer = { at: time + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  /** Lets promises settle, then jumps to the next timer, until the work is done. */
  async function runThrough<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const settled = work.finally(() => {
      done = true;
    });
    settled.catch(() => {});
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (done) return settled;
      const next = [...timers].sort((a, b) => a.at - b.at)[0];
      if (next === undefined) continue;
      timers.delete(next);
      time = next.at;
      next.run();
    }
  }
  return { clock, timers, runThrough };
}

/** A caller against a service that answers by a script, one step an attempt. */
export function scripted(steps: readonly Step[], settings: Partial<Settings> = {}) {
  const { clock, timers, runThrough } = fakeClock();
  const requests: { url: string; init: RequestInit; at: number }[] = [];
  const reports: AttemptReport[] = [];
  const remaining = [...steps];
  const fetch = async (url: string, init?: unknown): Promise<Response> => {
    requests.push({ url, init: init as RequestInit, at: clock.now() });
    const step = remaining.shift();
    if (step === undefined) throw new Error("the script is over");
    if (step === "silence") return new Promise(() => {});
    if (step instanceof Error) throw step;
    return step;
  };
  const options = { baseUrl: "https://id.example.com/", fetch, ...settings };
  const call = createCaller<"answer">(
    { ...options, onAttempt: (report) => void reports.push(report) },
    async () => "svc_sk_test_secret",
    clock,
  );
  return { call, requests, reports, timers, runThrough, clock };
}
