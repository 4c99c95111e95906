import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** Contract §10.5: no request takes longer, but for the way there and back. */
const DEADLINE_MS = 60_000 + 2_000;
/** Longest pause after `Retry-After`, so that a recovery is measured soon. */
const LONGEST_PAUSE_MS = 1_000;

interface Service {
  readonly api: string;
  readonly key: string;
  readonly image: Uint8Array<ArrayBuffer>;
}

/** A caller's knowledge after one try: the result's id, or when to retry. */
interface Tried {
  readonly id?: string;
  readonly pauseMs: number;
  /** An earlier try of the same call may still take effect: its key is locked until that is known. */
  readonly isHeld?: boolean;
}

/**
 * Callers that each make one scan after another, and repeat each with its Idempotency-Key until it is
 * answered 200. While a key is locked its caller continues with further scans. Otherwise the first call with
 * an unknown outcome would keep the caller from all faults within the lease of a key.
 */
export class Load {
  readonly #service: Service;
  readonly #stopping = new AbortController();
  #callers: Promise<void>[] = [];
  /** Calls that are repeated beside their callers' further ones. */
  readonly #locked: Promise<string>[] = [];
  /** Ids of the results whose answer a caller has got. */
  readonly acknowledged = new Set<string>();
  /** How often each status and code was answered, in order of appearance. */
  readonly answers = new Map<string, number>();
  /** Answers without a code, or after their deadline. */
  readonly faulty: string[] = [];
  /** Calls whose connection broke: no answer at all. Only the death of the edge itself excuses them. */
  cutOff = 0;
  slowestMs = 0;
  /** Tries that were not rejected because their key was locked. */
  worked = 0;
  /** All failed tries that were started. A worker may have run each, and then it counts. */
  failed = 0;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Resets the counts of answers. Acknowledged results stay. */
  forget(): void {
    this.answers.clear();
    this.faulty.length = 0;
    this.cutOff = 0;
    this.slowestMs = 0;
    this.worked = 0;
  }

  start(callers: number): void {
    this.#callers = Array.from({ length: callers }, () => this.#call());
  }

  /** Ends when every caller has the answer to its last call. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#callers);
    await Promise.all(this.#locked);
  }

  /** One scan until it succeeds; the id of its result. */
  scan(): Promise<string> {
    return this.#repeat(randomUUID());
  }

  async #call(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const key = randomUUID();
      let answer = await this.#once(key);
      for (; answer.id === undefined && !answer.isHeld; answer = await this.#once(key)) {
        await sleep(answer.pauseMs);
      }
      if (answer.id === undefined) this.#locked.push(this.#repeat(key));
    }
  }

  async #repeat(key: string): Promise<string> {
    for (;;) {
      const { id, pauseMs } = await this.#once(key);
      if (id !== undefined) return id;
      await sleep(pauseMs);
    }
  }

  async #once(key: string): Promise<Tried> {
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
      this.worked++;
      this.failed++;
      tally(this.answers, "cut off");
      return { pauseMs: LONGEST_PAUSE_MS };
    }
    return this.#read(answer.response, answer.text);
  }

  #read(response: Response, text: string): Tried {
    const body = parse(text);
    const { status } = response;
    const isHeld = body?.error?.code === "idempotency_key_in_use";
    if (!isHeld) this.worked++;
    tally(this.answers, status === 200 ? "200" : `${status} ${body?.error?.code ?? "without a code"}`);
    if (status === 200 && body?.ocr_id !== undefined) {
      this.acknowledged.add(body.ocr_id);
      return { id: body.ocr_id, pauseMs: 0 };
    }
    if (status < 500 && status !== 409)
      throw new Error(`the load is refused: ${status} ${text.slice(0, 200)}`);
    if (body?.error?.code === undefined) this.faulty.push(`${status}: ${text.slice(0, 80)}`);
    if (!isHeld) this.failed++;
    const pauseMs = Number(response.headers.get("retry-after") ?? 1) * 1_000;
    return { pauseMs: Math.min(pauseMs, LONGEST_PAUSE_MS), isHeld };
  }
}

function tally(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function parse(text: string): { ocr_id?: string; error?: { code?: string } } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: an answer without a code.
    return undefined;
  }
}
