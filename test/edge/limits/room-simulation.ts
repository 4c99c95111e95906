import type { Body, RoomLimits } from "../../../edge/limits/bodies/admission.ts";
import { BodyLine } from "../../../edge/limits/bodies/line.ts";

/** Somebody who sends a body. Times in milliseconds. */
export interface Sender {
  /** The tenant, a stroke and the credential. */
  readonly caller: string;
  readonly at: number;
  readonly size: number;
  readonly isChunked: boolean;
  readonly bytesAMs: number;
  /** Stops after so many bytes, or goes on with so many a millisecond; null for one who does not. */
  readonly slowsAt: number | null;
  readonly slowBytesAMs: number;
  /** How long the whole body is worked with. */
  readonly workMs: number;
}

export const tenantOf = ({ caller }: Sender) => caller.split("/")[0]!;

type End = "answered" | "no_room" | "gave_way" | "too_slow";

interface Run {
  readonly sender: Sender;
  readonly body: Body;
  sent: number;
  readMs: number;
  waitedMs: number;
  idleMs: number;
  workLeft: number | null;
  end: End | null;
}

interface Story {
  readonly ends: readonly { readonly sender: Sender; readonly end: End; readonly waitedMs: number }[];
  /** Bytes that were held at most. */
  readonly most: number;
  /** Bodies that are in the room when all have ended. */
  readonly left: number;
  /** Moments at which somebody waited for a room that was empty. */
  readonly idleWaits: number;
  /** Bodies that began before an earlier one of the same caller. */
  readonly outOfOrder: number;
}

const STEP_MS = 50;
const BLOCK = 64 * 1024;
const GUESS = 4 * 1024 * 1024;
const PATIENCE_MS = 20_000;
const WHOLE_MS = 30_000;
const IDLE_MS = 10_000;

/** Plays senders against a room, step by step, as the reader of bodies does: no timer, no I/O. */
export function simulate(senders: readonly Sender[], limits: RoomLimits): Story {
  const line = new BodyLine<Body>(limits);
  const waitingToCome = [...senders].sort((a, b) => a.at - b.at);
  const runs: Run[] = [];
  const seen = { most: 0, idleWaits: 0 };
  const begun: Run[] = [];
  for (let now = 0; now < 600_000; now += STEP_MS) {
    while (waitingToCome[0] !== undefined && waitingToCome[0].at <= now) {
      runs.push(enter(line, waitingToCome.shift()!, now));
    }
    for (const run of runs) if (run.end === null) step(line, run, now);
    line.settle(now);
    const live = runs.filter(({ end }) => end === null);
    for (const run of runs) if (run.body.admittedAt !== null && !begun.includes(run)) begun.push(run);
    watch(live, seen);
    if (live.length === 0 && waitingToCome.length === 0) break;
  }
  const outOfOrder = begun.filter((run, i) =>
    begun
      .slice(i + 1)
      .some(({ sender, body }) => sender.caller === run.sender.caller && body.place < run.body.place),
  );
  return {
    ...seen,
    ends: runs.flatMap(({ sender, end, waitedMs }) => (end === null ? [] : [{ sender, end, waitedMs }])),
    left: line.occupancy().bodies,
    outOfOrder: outOfOrder.length,
  };
}

function enter(line: BodyLine, sender: Sender, now: number): Run {
  const body = line.enter(
    { tenant: tenantOf(sender), caller: sender.caller },
    sender.isChunked ? GUESS : sender.size,
    now,
  );
  line.add(body, now);
  return { sender, body, sent: 0, readMs: 0, waitedMs: 0, idleMs: 0, workLeft: null, end: null };
}

function step(line: BodyLine, run: Run, now: number): void {
  const { sender, body } = run;
  const end = (how: End) => {
    run.end = how;
    line.release(body, now);
  };
  if (body.isLeaving) {
    end("gave_way");
    return;
  }
  if (run.workLeft !== null) {
    run.workLeft -= STEP_MS;
    if (run.workLeft <= 0) end("answered");
    return;
  }
  if (body.waiting !== null) {
    run.waitedMs += STEP_MS;
    if (run.waitedMs >= PATIENCE_MS) end("no_room");
    return;
  }
  run.readMs += STEP_MS;
  const moved = receive(line, run, now);
  run.idleMs = moved > 0 ? 0 : run.idleMs + STEP_MS;
  if (run.sent >= sender.size) {
    run.workLeft = sender.workMs;
    line.complete(body, run.sent, now);
  } else if (body.waiting === null && (run.readMs >= WHOLE_MS || run.idleMs >= IDLE_MS)) end("too_slow");
}

/** Takes what has come in this step, block by block, until the body has to wait. Returns the bytes. */
function receive(line: BodyLine, run: Run, now: number): number {
  const { sender, body } = run;
  const before = run.sent;
  const quickly = Math.min(sender.slowsAt ?? sender.size, before + sender.bytesAMs * STEP_MS);
  const arrives = Math.min(sender.size, Math.max(quickly, before + slowBytes(sender, before)));
  // A block is granted before it is read, also for a sender who will not fill it.
  while (run.sent < sender.size) {
    if (!line.grow(body, Math.min(sender.size, run.sent + BLOCK), now)) break;
    const next = Math.min(arrives, body.held);
    if (next === run.sent) break;
    run.sent = next;
  }
  return run.sent - before;
}

const slowBytes = ({ slowsAt, slowBytesAMs }: Sender, sent: number) =>
  slowsAt !== null && sent >= slowsAt ? slowBytesAMs * STEP_MS : 0;

function watch(live: readonly Run[], seen: { most: number; idleWaits: number }): void {
  const held = live.reduce((sum, { body }) => sum + body.held, 0);
  seen.most = Math.max(seen.most, held);
  if (held === 0 && live.some(({ body }) => body.waiting !== null)) seen.idleWaits += 1;
}
