import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { tally } from "./tally.ts";

/** Contract §10.5: no request takes longer, but for the way there and back. */
const DEADLINE_MS = 60_000 + 2_000;
/** A caller that honours `Retry-After` no longer than this: recovery is to be seen, not patience. */
const LONGEST_PAUSE_MS = 1_000;

interface Service {
  readonly api: string;
  readonly key: string;
  readonly image: Uint8Array<ArrayBuffer>;
}

/**
 * Callers that each make one scan after another, and repeat each with its Idempotency-Key until it is
 * answered 200.
 */
export class Load {
  readonly #service: Service;
  readonly #stopping = new AbortController();
  #callers: Promise<void>[] = [];
  /** Ids of the results whose answer a caller has got. */
  readonly acknowledged = new Set<string>();
  /** How often each status and code was answered, in order of appearance. */
  readonly answers = new Map<string, number>();
  /** Answers without a code, or after their deadline. */
  readonly faulty: string[] = [];
  /** Calls whose connection broke: no answer at all. Only the death of the edge itself excuses them. */
  cutOff = 0;
  slowestMs = 0;
  /** Calls that were made again, in all. An engine may have worked on each, and then it counts. */
  failed = 0;

  constructor(service: Service) {
    this.#service = service;
  }

  get key(): string {
    return this.#service.key;
  }

  /** Begins the account of answers anew. What was acknowledged stays. */
  forget(): void {
    this.answers.clear();
    this.faulty.length = 0;
    this.cutOff = 0;
    this.slowestMs = 0;
  }

  start(callers: number): void {
    this.#callers = Array.from({ length: callers }, () => this.#call());
  }

  /** Ends when every caller has the answer to its last call. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#callers);
  }

  /** One scan until it succeeds; the id of its result. */
  async scan(): Promise<string> {
    const key = randomUUID();
    for (;;) {
      const answer = await this.#once(key);
      if (answer.id !== undefined) return answer.id;
      this.failed++;
      await sleep(answer.pauseMs);
    }
  }

  async #call(): Promise<void> {
    while (!this.#stopping.signal.aborted) await this.scan();
  }

  async #once(key: string): Promise<{ id?: string; pauseMs: number }> {
    const started = performance.now();
    const form = new FormData();
    form.set("image", new Blob([this.#service.image], { type: "image/jpeg" }), "image.jpg");
    const headers = { authorization: `Bearer ${this.#service.key}`, "idempotency-key": key };
    const signal = AbortSignal.timeout(DEADLINE_MS + 5_000);
    const url = `${this.#service.api}/v1/ocr/scan`;
    const answer = await fetch(url, { method: "POST", headers, body: form, signal })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch((error: Error) => error);
    const ms = performance.now() - started;
    this.slowestMs = Math.max(this.slowestMs, ms);
    if (ms > DEADLINE_MS) this.faulty.push(`an answer after ${Math.round(ms)} ms`);
    if (answer instanceof Error) {
      this.cutOff++;
      tally(this.answers, "cut off");
      return { pauseMs: LONGEST_PAUSE_MS };
    }
    return this.#read(answer.response, answer.text);
  }

  #read(response: Response, text: string): { id?: string; pauseMs: number } {
    const body = parse(text);
    const { status } = response;
    tally(this.answers, status === 200 ? "200" : `${status} ${body?.error?.code ?? "without a code"}`);
    if (status === 200 && body?.ocr_id !== undefined) {
      this.acknowledged.add(body.ocr_id);
      return { id: body.ocr_id, pauseMs: 0 };
    }
    if (status < 500 && status !== 409)
      throw new Error(`the load is refused: ${status} ${text.slice(0, 200)}`);
    if (body?.error?.code === undefined) this.faulty.push(`${status}: ${text.slice(0, 80)}`);
    const pauseMs = Number(response.headers.get("retry-after") ?? 1) * 1_000;
    return { pauseMs: Math.min(pauseMs, LONGEST_PAUSE_MS) };
  }
}

function parse(text: string): { ocr_id?: string; error?: { code?: string } } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: an answer without a code.
    return undefined;
  }
}
