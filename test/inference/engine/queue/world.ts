import { FairQueue } from "../../../../inference/engine/queue/fair-queue.ts";

/** One piece of work in a simulated world. Times are milliseconds. */
export interface Piece {
  readonly owner: string;
  readonly at: number;
  /** What it truly costs. */
  readonly cost: number;
  readonly kind: string;
}

interface Ending {
  readonly piece: Piece;
  readonly how: "done" | "shed";
  readonly startedAt: number;
  readonly endedAt: number;
}

interface Watch {
  /** Called whenever the world has done all that it can do at that moment. */
  atRest?(state: { readonly waiting: number; readonly idle: number; readonly now: number }): void;
}

/** Runs a world of arrivals on some servers until all work has ended. */
export function play(pieces: readonly Piece[], servers: number, limit: number, watch: Watch = {}): Ending[] {
  const queue = new FairQueue<Piece>(limit);
  const arrivals = pieces.toSorted((a, b) => a.at - b.at);
  const running: { piece: Piece; startedAt: number; until: number }[] = [];
  const endings: Ending[] = [];
  const start = (now: number) => {
    while (running.length < servers) {
      const piece = queue.take(now);
      if (piece === undefined) return;
      running.push({ piece, startedAt: now, until: now + piece.cost });
    }
  };
  const arrive = (piece: Piece, now: number) => {
    queue.add(piece, piece);
    start(now);
    const shed = queue.surplus;
    if (shed === undefined) return;
    queue.remove(shed);
    endings.push({ piece: shed, how: "shed", startedAt: now, endedAt: now });
  };
  while (arrivals.length > 0 || running.length > 0) {
    const soonest = Math.min(
      ...running.map(({ until }) => until),
      arrivals[0]?.at ?? Number.POSITIVE_INFINITY,
    );
    for (const done of running.filter(({ until }) => until === soonest)) {
      running.splice(running.indexOf(done), 1);
      queue.settle(done.piece, done.piece.cost);
      endings.push({ piece: done.piece, how: "done", startedAt: done.startedAt, endedAt: soonest });
    }
    start(soonest);
    while (arrivals[0]?.at === soonest) arrive(arrivals.shift()!, soonest);
    watch.atRest?.({ waiting: queue.length, idle: servers - running.length, now: soonest });
  }
  return endings;
}

/** The work that an owner got done until a moment; the part of work that still runs counts. */
export const servedUntil = (endings: readonly Ending[], owner: string, end: number) =>
  endings
    .filter(({ piece, how }) => how === "done" && piece.owner === owner)
    .reduce((sum, { startedAt, endedAt }) => sum + Math.max(0, Math.min(endedAt, end) - startedAt), 0);
