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
  /** When a server did it: two parts where it was put aside. */
  readonly parts: readonly (readonly [from: number, to: number])[];
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

/** A piece on a server, which goes on with the one `aside` after it. */
interface Run {
  readonly piece: Piece;
  readonly aside: Run | undefined;
  readonly parts: [from: number, to: number][];
  /** When it was begun, or went on. */
  from: number;
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
  const running = new Set<Run>();
  const endings: Ending[] = [];
  const deadlineOf = (piece: Piece) => queued(piece).deadline;

  const endWaiting = (piece: Piece, endedAt: number, how: "late" | "refused", retryAfter?: number) => {
    if (!waiting.delete(piece)) throw new Error("a piece of work ended twice");
    const never = { piece, how, startedAt: null, parts: [], endedAt };
    endings.push({ ...never, ...(retryAfter !== undefined && { retryAfter }) });
  };
  const untilOf = ({ piece, parts, from }: Run) =>
    Math.min(from + piece.cost - lengthOf(parts), Math.max(from, deadlineOf(piece)));
  const begin = (piece: Piece, now: number, aside?: Run) => {
    if (!waiting.delete(piece)) throw new Error("what had ended was begun");
    running.add({ piece, aside, parts: [], from: now });
  };
  const runOf = (piece: Piece) => [...running].find((run) => run.piece === piece)!;
  const start = (now: number) => {
    const drop = (late: Piece) => endWaiting(late, now, "late");
    while (running.size < servers) {
      const piece = queue.take(now, drop);
      if (piece === undefined) return;
      begin(piece, now);
    }
    const exchange = () => queue.exchange(now, drop, (aside) => runOf(aside).aside === undefined);
    for (let next = exchange(); next !== undefined; next = exchange()) {
      const aside = runOf(next.aside);
      running.delete(aside);
      aside.parts.push([aside.from, now]);
      begin(next.item, now, aside);
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
    for (const run of running) {
      const until = untilOf(run);
      if (until > now) continue;
      const { piece, aside, parts, from } = run;
      running.delete(run);
      queue.settle(piece, until);
      parts.push([from, until]);
      const how = lengthOf(parts) < piece.cost ? "late" : "done";
      const endedAt = Math.min(until, deadlineOf(piece));
      endings.push({ piece, how, startedAt: parts[0]![0], parts, endedAt });
      if (aside === undefined) continue;
      queue.resume(aside.piece, until);
      aside.from = until;
      running.add(aside);
    }
  };
  const expire = (now: number) => {
    for (const piece of waiting) {
      if (deadlineOf(piece) + TIMER > now) continue;
      queue.remove(piece);
      endWaiting(piece, now, "late");
    }
  };
  while (arrivals.length > 0 || running.size > 0) {
    const ends = [...[...running].map(untilOf), ...[...waiting].map((piece) => deadlineOf(piece) + TIMER)];
    const now = Math.min(...ends, arrivals[0]?.at ?? Number.POSITIVE_INFINITY);
    finish(now);
    start(now);
    expire(now);
    while (arrivals[0]?.at === now) arrive(arrivals.shift()!, now);
    atRest?.({ waiting: queue.length, idle: servers - running.size, now });
  }
  return endings;
}

const lengthOf = (parts: Ending["parts"]) => parts.reduce((sum, [from, to]) => sum + to - from, 0);

/** The work that an owner got done until a moment; the part of work that still runs counts. */
export const servedUntil = (endings: readonly Ending[], owner: string, end: number) =>
  endings
    .filter(({ piece, how }) => how === "done" && piece.owner === owner)
    .flatMap(({ parts }) => parts)
    .reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - from), 0);
