import { ApiError } from "../../errors.ts";
import type { Body, RoomLimits, Sender } from "./admission.ts";
import { BodyLine } from "./line.ts";

/** What a chunked body is expected to be, until it is larger. */
const UNKNOWN_LENGTH = 4 * 1024 * 1024;
/** A body that has waited so long in all is refused: the caller should retry instead. */
const PATIENCE_MS = 20_000;
/** How long a waiting body sleeps between two looks: a share of what it has waited, between bounds. */
const LOOK = { share: 1 / 8, leastMs: 4, mostMs: 100 } as const;
/** Room also comes by the passing of time: how often all bodies together look for that. */
const LOOK_PAUSE_MS = 50;

/** A body's place in a room. */
interface Hold {
  /**
   * Resolves when the body may hold so many bytes in all. Throws 503 `service_unavailable` after 20 s of
   * waiting, and for a body that has given way.
   */
  grow(bytes: number): Promise<void>;
  /** Why the body gives way to others, which need its room or its place; null while it stays. */
  readonly failure: ApiError | null;
  /** Everything has arrived. The body stays in memory until `release`. */
  complete(bytes: number): void;
  release(): void;
}

interface Place extends Body {
  waited: number;
}

/**
 * Bounds the bytes of bodies that an isolate holds at once: the isolate has 128 MB for all its requests. A
 * body that has to wait is not read, which slows its sender down. `admission.ts` has the rule.
 *
 * Each body looks by a timer of its own whether it was let in, or has to go: workerd sometimes continues what
 * another request has woken as that request, which may not read this one's body.
 */
export class BodyRoom {
  readonly #line: BodyLine<Place>;
  readonly #clock: () => number;
  #lookedAt = 0;

  constructor(limits: RoomLimits, clock: () => number) {
    this.#clock = clock;
    this.#line = new BodyLine(limits);
  }

  /**
   * Takes a place in the line for a body of this length, null for an unknown one. Throws 503
   * `service_unavailable` where its sender has too many there.
   */
  enter(sender: Sender, declared: number | null): Hold {
    const line = this.#line;
    const clock = this.#clock;
    const body = line.enter(sender, declared ?? UNKNOWN_LENGTH, clock());
    const place: Place = Object.assign(body, { waited: 0 });
    if (!line.add(place, clock())) throw tooMany();
    return {
      grow: (bytes) => this.#grow(place, bytes),
      get failure() {
        return place.isLeaving ? tooMany() : null;
      },
      complete: (bytes) => line.complete(place, bytes, clock()),
      release: () => line.release(place, clock()),
    };
  }

  occupancy() {
    return this.#line.occupancy();
  }

  async #grow(place: Place, bytes: number): Promise<void> {
    if (place.isLeaving) throw tooMany();
    const since = this.#clock();
    if (this.#line.grow(place, bytes, since)) return;
    try {
      while (place.waiting !== null) await this.#wait(place, since);
    } finally {
      place.waiting = null;
      place.waited += this.#clock() - since;
    }
  }

  /** Sleeps until it looks again whether the place was let in. */
  async #wait(place: Place, since: number): Promise<void> {
    const waited = this.#clock() - since;
    const left = PATIENCE_MS - place.waited - waited;
    if (left <= 0 || place.isLeaving) throw tooMany();
    const pause = Math.min(LOOK.mostMs, Math.max(LOOK.leastMs, waited * LOOK.share));
    await new Promise((resolve) => setTimeout(resolve, Math.min(left, pause)));
    const now = this.#clock();
    if (place.waiting === null || now - this.#lookedAt < LOOK_PAUSE_MS) return;
    this.#lookedAt = now;
    this.#line.settle(now);
  }
}

function tooMany(): ApiError {
  return new ApiError("service_unavailable", "Too many bodies arrive at once.", { retryAfter: 2 });
}
