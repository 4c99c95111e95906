import { Admission } from "../../../../inference/engine/queue/admission.ts";
import type { Piece as QueuedPiece } from "../../../../inference/engine/queue/piece.ts";

/** One piece of work in a simulated world. Times are milliseconds. */
export interface Piece {
  readonly owner: string;
  readonly at: number;
  /** What it truly costs. */
  readonly cost: number;
  readonly kind: string;
  readonly priority?: QueuedPiece["priority"];
  /** Milliseconds that its caller waits; for ever, unless told. */
  readonly patience?: number;
}

export interface Ending {
  readonly piece: Piece;
  /** `late`: it ran past its deadline, or its deadline came while it waited. */
  readonly how: "done" | "late" | "refused";
  /** When it was begun; null for what never was. */
  readonly startedAt: number | null;
  readonly endedAt: number;
  /** Of what is refused. */
  readonly retryAfter?: number;
}

interface World {
  readonly servers: number;
  /** Pieces that may wait, each of size 1. */
  readonly limit?: number;
  readonly maxWait?: number;
  /** Called whenever the world has done all that it can do at that moment. */
  atRest?(state: { readonly waiting: number; readonly idle: number; readonly now: number }): void;
}

const FOR_EVER = 1e12;
/** Milliseconds by which the timers of deadlines are late: a busy process has no others. */
export const TIMER = 20;

const queued = (piece: Piece): QueuedPiece => ({
  owner: piece.owner,
  kind: piece.kind,
  priority: piece.priority ?? "interactive",
  deadline: piece.at + (piece.patience ?? FOR_EVER),
  size: 1,
});

/**
 * Plays a world of arrivals on some servers, as the pool does with its engines, until all work has ended. A
 * server leaves its work at the deadline.
 */
export function play(
  pieces: readonly Piece[],
  { servers, limit = 1e6, maxWait = FOR_EVER, atRest }: World,
): Ending[] {
  const admission = new Admission<Piece>({ queueMemory: limit, maxWait });
  const { queue } = admission;
  const arrivals = pieces.toSorted((a, b) => a.at - b.at);
  const waiting = new Set<Piece>();
  const running: { piece: Piece; startedAt: number; until: number }[] = [];
  const endings: Ending[] = [];
  const deadlineOf = (piece: Piece) => queued(piece).deadline;

  const endWaiting = (piece: Piece, endedAt: number, how: "late" | "refused", retryAfter?: number) => {
    if (!waiting.delete(piece)) throw new Error("a piece of work ended twice");
    endings.push({ piece, how, startedAt: null, endedAt, ...(retryAfter !== undefined && { retryAfter }) });
  };
  const start = (now: number) => {
    while (running.length < servers) {
      const piece = queue.take(now, (late) => endWaiting(late, now, "late"));
      if (piece === undefined) return;
      if (!waiting.delete(piece)) throw new Error("what had ended was begun");
      running.push({ piece, startedAt: now, until: Math.min(now + piece.cost, deadlineOf(piece)) });
    }
  };
  const arrive = (piece: Piece, now: number) => {
    waiting.add(piece);
    try {
      admission.check(queued(piece), now, servers);
    } catch (refusal) {
      endWaiting(piece, now, "refused", (refusal as { retryAfter: number }).retryAfter);
      return;
    }
    queue.add(piece, queued(piece));
    start(now);
    for (const [surplus, { retryAfter }] of admission.surplus(now))
      endWaiting(surplus, now, "refused", retryAfter);
  };
  const finish = (now: number) => {
    for (const { piece, startedAt, until } of running.filter(({ until }) => until <= now)) {
      running.splice(
        running.findIndex((each) => each.piece === piece),
        1,
      );
      queue.settle(piece, until - startedAt);
      const how = until - startedAt < piece.cost ? "late" : "done";
      endings.push({ piece, how, startedAt, endedAt: until });
    }
  };
  const expire = (now: number) => {
    for (const piece of waiting) {
      if (deadlineOf(piece) + TIMER > now) continue;
      queue.remove(piece);
      endWaiting(piece, now, "late");
    }
  };
  while (arrivals.length > 0 || running.length > 0) {
    const ends = [
      ...running.map(({ until }) => until),
      ...[...waiting].map((piece) => deadlineOf(piece) + TIMER),
    ];
    const now = Math.min(...ends, arrivals[0]?.at ?? Number.POSITIVE_INFINITY);
    finish(now);
    start(now);
    expire(now);
    while (arrivals[0]?.at === now) arrive(arrivals.shift()!, now);
    atRest?.({ waiting: queue.length, idle: servers - running.length, now });
  }
  return endings;
}

/** The work that an owner got done until a moment; the part of work that still runs counts. */
export const servedUntil = (endings: readonly Ending[], owner: string, end: number) =>
  endings
    .filter(({ piece, how }) => how === "done" && piece.owner === owner)
    .reduce((sum, { startedAt, endedAt }) => sum + Math.max(0, Math.min(endedAt, end) - startedAt!), 0);
