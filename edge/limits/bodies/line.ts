import {
  type Body,
  expected,
  nextMove,
  noteGrowth,
  notePace,
  type Occupancy,
  type RoomLimits,
  type Sender,
  surplus,
} from "./admission.ts";

/** Longer than any live call takes. Where a platform ends a caller's context its body is dropped then. */
const LAPSE_MS = 180_000;

/** The bodies of a room and the line before it, in times that are passed in: milliseconds. */
export class BodyLine<B extends Body = Body> {
  readonly #bodies = new Map<B, { readonly since: number }>();
  readonly #limits: RoomLimits;
  readonly #places = new Turns();
  readonly #turns = new Turns();

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  /** A new body at the end of the line; `length` as announced, or guessed. It holds nothing yet. */
  enter(sender: Sender, length: number, now: number): Body {
    return {
      sender,
      place: this.#places.next(sender.tenant),
      turn: this.#turns.next(sender.caller),
      target: Math.min(length, this.#limits.largest),
      ...{ held: 0, waiting: null, admittedAt: null, progress: { at: now, held: 0 } },
      ...{ isSlow: false, isWhole: false, besideAt: null, isLeaving: false },
    };
  }

  /** Lets the body in, and tells one to give way where it is one too many. False: it would be that one. */
  add(body: B, now: number): boolean {
    this.#bodies.set(body, { since: now });
    const one = surplus([...this.#bodies.keys()], this.#limits, now);
    if (one === body) this.#bodies.delete(body);
    else if (one !== null) one.isLeaving = true;
    return one !== body;
  }

  /** Whether the body may hold so many bytes at once; else it waits in the line. */
  grow(body: B, bytes: number, now: number): boolean {
    notePace(body, now);
    if (body.admittedAt !== null && bytes <= expected(body)) {
      noteGrowth(body, bytes, now);
      return true;
    }
    body.waiting = { bytes, since: now };
    this.settle(now);
    return body.waiting === null;
  }

  /** Everything has arrived. */
  complete(body: B, bytes: number, now: number): void {
    body.held = bytes;
    body.isWhole = true;
    this.settle(now);
  }

  release(body: B, now: number): void {
    if (!this.#bodies.delete(body)) return;
    this.#places.forget(body.sender.tenant, this.#bodies.size);
    this.#turns.forget(body.sender.caller, this.#bodies.size);
    this.settle(now);
  }

  /** Makes all moves that can be made now. */
  settle(now: number): void {
    for (const [body, { since }] of this.#bodies) {
      if (now - since >= LAPSE_MS) this.#bodies.delete(body);
      else notePace(body, now);
    }
    const bodies = [...this.#bodies.keys()];
    for (let move = nextMove(bodies, this.#limits, now); move !== null; ) {
      if (move.kind === "admit") this.#admit(move.body, move.beside, now);
      else if (move.kind === "join") move.body.besideAt = null;
      else move.body.isLeaving = true;
      move = nextMove(bodies, this.#limits, now);
    }
  }

  occupancy(): Occupancy {
    const bodies = [...this.#bodies.keys()];
    return {
      bodies: bodies.length,
      waiting: bodies.filter(({ waiting }) => waiting !== null).length,
      held: bodies.reduce((sum, { held }) => sum + held, 0),
    };
  }

  #admit(body: B, beside: boolean, now: number): void {
    const { bytes } = body.waiting!;
    body.waiting = null;
    body.besideAt = beside ? (body.besideAt ?? now) : null;
    body.admittedAt ??= now;
    // Waiting is no standstill.
    body.progress = { at: now, held: body.held };
    noteGrowth(body, bytes, now);
    this.#places.reach(body.place);
    this.#turns.reach(body.turn);
  }
}

/** Numbers by which names take turns: the second of one name comes after the first ones of all. */
class Turns {
  readonly #last = new Map<string, number>();
  #reached = 0;

  next(name: string): number {
    const number = Math.max(this.#reached, this.#last.get(name) ?? 0) + 1;
    this.#last.set(name, number);
    return number;
  }

  reach(number: number): void {
    this.#reached = Math.max(this.#reached, number);
  }

  /** Drops what the name need not remember, when so many others are left. */
  forget(name: string, left: number): void {
    if (left === 0) this.#last.clear();
    else if ((this.#last.get(name) ?? 0) <= this.#reached) this.#last.delete(name);
  }
}
