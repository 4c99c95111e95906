import { EngineFailure, type Overload } from "../failure.ts";
import { FairQueue } from "./fair-queue.ts";
import type { Piece } from "./piece.ts";

export interface AdmissionSettings {
  /** Bytes of the work that may wait. */
  readonly queueMemory: number;
  /** Milliseconds that work may have to wait where somebody waits for it. */
  readonly maxWait: number;
}

const MESSAGES: Readonly<Record<Overload, string>> = {
  full: "too much work waits",
  deadline: "the queue is too long for the deadline",
  tenant: "too much work of the same tenant waits",
};

/**
 * Which work may wait in a fair queue: what can begin in time and end before its deadline, as far as costs
 * are known, and as much as memory allows. A refusal says when work like it would be let in if nobody else
 * came. It has no clock: each call says the time, and how many servers work.
 */
export class Admission<Item> {
  readonly queue: FairQueue<Item>;
  readonly #maxWait: number;

  constructor({ queueMemory, maxWait }: AdmissionSettings) {
    this.queue = new FairQueue(queueMemory);
    this.#maxWait = maxWait;
  }

  /** Throws `EngineFailure` for work that would wait in vain. What finds a free server is never refused. */
  check(piece: Piece, now: number, servers: number): void {
    const excess = this.#excess(piece, now, servers);
    if (excess.any <= 0) return;
    const newcomer = this.#excess({ ...piece, owner: NOBODY }, now, servers);
    const general = excess.wait > 0 ? "full" : "deadline";
    throw refusal(newcomer.any <= 0 ? "tenant" : general, excess.any);
  }

  /** Work that has to go because memory is full, one piece after another, and what its callers are told. */
  *surplus(now: number): Generator<readonly [item: Item, failure: EngineFailure]> {
    for (let entry = this.queue.surplus; entry !== undefined; entry = this.queue.surplus) {
      this.queue.remove(entry.item);
      yield [entry.item, refusal("full", this.queue.untilFree(now) ?? ENGINE_START)];
    }
  }

  /** The wait for all that is there as a share of the longest one: at 1 calls begin to be refused. */
  saturation(now: number, servers: number): number {
    return this.queue.backlog(now, Math.max(1, servers)) / this.#maxWait;
  }

  /** Milliseconds by which work would wait too long, and by which it would be late in any way. */
  #excess(piece: Piece, now: number, servers: number): { readonly wait: number; readonly any: number } {
    const { start, end } = this.queue.expect(piece, now, Math.max(1, servers));
    // What is late already, and what finds a server, is not for the queue to judge.
    if (start <= 0 || piece.deadline <= now) return { wait: 0, any: 0 };
    const wait = piece.priority === "background" ? 0 : start - this.#maxWait;
    return { wait, any: Math.max(wait, now + end - piece.deadline) };
  }
}

/** Milliseconds in which a server comes back that has died. */
export const ENGINE_START = 3_000;

/** An owner whom no header can name. */
const NOBODY = "\n";

function refusal(reason: Overload, retryAfter: number): EngineFailure {
  return new EngineFailure("overloaded", MESSAGES[reason], { retryAfter: Math.max(1, retryAfter), reason });
}
