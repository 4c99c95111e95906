import { Account, type Entry } from "./account.ts";
import { Costs } from "./costs.ts";
import type { Piece } from "./piece.ts";
import { leftOf, spentOn, Taken } from "./taken.ts";

/** Accounts that have no work here and are remembered all the same: see `#forget`. */
const MOST_IDLE = 1_024;
/**
 * Work is not begun with less than this share of its expected time left while other work waits: it would take
 * a server from what can still be done. Costs vary, so that more than the mean may be missing.
 */
const LEAST_TIME = 0.5;
/**
 * The same for work that may have to give way, where its owner has more that waits: else who floods would
 * have nothing that is in time to give way, since all of it has waited for nearly as long as its caller does.
 */
const TIME_TO_GIVE_WAY = 2;

/** Work that is taken, and the work on whose server it is done first. */
interface Exchange<Item> {
  readonly item: Item;
  readonly aside: Item;
}

/** Milliseconds until work would begin, and until it would be done. */
interface Expectation {
  readonly start: number;
  readonly end: number;
}

/**
 * Work that waits for a server, shared fairly between its owners: start-time fair queueing (Goyal, Vin and
 * Cheng, 1996), with the expected cost of each piece corrected when its true cost is known. Who waits and has
 * had least goes first; the work of one owner and priority keeps its order. A free server never waits for
 * anybody, and time that nobody else wanted is not held against its user. Where no server is free and one
 * owner holds two more than another who waits, a piece of work may be put aside for that one, once.
 *
 * Pieces of at most `limit` bytes wait. Where more come, the newest piece of the owner who waits with the
 * most has to go, so that nobody fills the queue for the others.
 *
 * It has no clock: each call says the time.
 */
export class FairQueue<Item> {
  readonly #limit: number;
  readonly #costs = new Costs();
  /** Those used last come last. */
  readonly #accounts = new Map<string, Account<Item>>();
  readonly #taken = new Taken<Item>();
  /** What the account that was served last had had before it: newcomers begin here. */
  #virtual = 0;
  #length = 0;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  /** Accounts that are remembered. */
  get owners(): number {
    return this.#accounts.size;
  }

  /** Lets work wait, over the limit as well: `surplus` then names what has to go. */
  add(item: Item, piece: Piece): void {
    const account = this.#accountOf(piece);
    if (account.waiting.length === 0) account.service = Math.max(account.service, this.#virtual);
    const cost = this.#costs.expected(piece);
    account.push({ item, piece, cost, spent: 0, startedAt: null, gaveWay: false });
    this.#count(piece, 1);
  }

  /**
   * What has to go where more waits than the limit allows: the newest piece of the account that waits with
   * the most; of two such accounts, of the one that came last.
   */
  get surplus(): Entry<Item> | undefined {
    if (this.#size <= this.#limit) return undefined;
    let heaviest: Account<Item> | undefined;
    for (const account of this.#accounts.values()) {
      if (account.weight >= (heaviest?.weight ?? 0)) heaviest = account;
    }
    return heaviest?.waiting.at(-1);
  }

  /**
   * Takes out the next piece, which counts as running until `settle`. Pieces that it is too late to begin are
   * taken out on the way, and told to `drop`.
   */
  take(now: number, drop: (item: Item) => void): Item | undefined {
    const next = this.#nextInTime(now, drop);
    return next && this.#begin(next, now);
  }

  /**
   * Takes out the next piece where another one gives way to it, of those that `may`: that one is put aside
   * until `resume`. What has given way once, or would be late for it, does not.
   */
  exchange(
    now: number,
    drop: (item: Item) => void,
    may: (item: Item, forItem: Item) => boolean,
  ): Exchange<Item> | undefined {
    const next = this.#nextInTime(now, drop);
    if (next === undefined) return undefined;
    const first = next.waiting[0]!;
    const givingWay = this.#taken.running
      .filter((entry) => this.#givesWay(entry, next, now) && may(entry.item, first.item))
      .toSorted((a, b) => leftOf(b, now) - leftOf(a, now))[0];
    if (givingWay === undefined) return undefined;
    this.#accountOf(givingWay.piece).move(-1);
    this.#taken.putAside(givingWay, now);
    return { item: this.#begin(next, now), aside: givingWay.item };
  }

  /** What was put aside runs again, if it has not ended meanwhile. */
  resume(item: Item, now: number): void {
    const entry = this.#taken.get(item);
    if (entry === undefined) return;
    this.#accountOf(entry.piece).move(1);
    this.#taken.begin(entry, now);
  }

  /** Work that was taken has ended: its owner is charged what it cost, and later work is expected to cost. */
  settle(item: Item, now: number): void {
    const entry = this.#end(item, now);
    if (entry === undefined) return;
    this.#costs.learn(entry.piece, spentOn(entry, now));
    this.#forget();
  }

  /** Work that was taken was not begun: it costs nothing. */
  drop(item: Item): void {
    this.#end(item);
    this.#forget();
  }

  /** Charges the owner of running work for more than that work itself. */
  charge(item: Item, cost: number): void {
    const entry = this.#taken.get(item);
    if (entry === undefined) return;
    const account = this.#accountOf(entry.piece);
    account.service += cost * account.charge;
  }

  /** Work that was taken has to be done again: it waits before all other work of its owner. */
  putBack(item: Item, now: number): void {
    const entry = this.#end(item, now);
    if (entry === undefined) return;
    this.#accountOf(entry.piece).unshift({ ...entry, spent: 0, startedAt: null });
    this.#count(entry.piece, 1);
  }

  /** Takes out work that waits; work that runs goes on. */
  remove(item: Item): void {
    for (const account of this.#accounts.values()) {
      const entry = account.remove(item);
      if (entry === undefined) continue;
      this.#count(entry.piece, -1);
      this.#forget();
      return;
    }
  }

  /** Everything that waits. */
  get waiting(): Item[] {
    return [...this.#accounts.values()].flatMap(({ waiting }) => waiting.map(({ item }) => item));
  }

  /**
   * What one more such piece may expect if all goes as expected and `servers` work, and nobody comes to whom
   * less was given.
   */
  expect(piece: Piece, now: number, servers: number): Expectation {
    const cost = this.#costs.expected(piece);
    if (this.#length === 0 && this.#taken.servers < servers) return { start: 0, end: cost };
    const own = this.#accounts.get(idOf(piece)) ?? new Account(piece.priority, this.#virtual);
    const begun = own.waiting.length > 0 ? own.service : Math.max(own.service, this.#virtual);
    const turn = begun + own.backlog * own.charge;
    let ahead = own.backlog + this.#taken.left(now);
    for (const other of this.#accounts.values()) {
      if (other === own) continue;
      ahead += other.before(turn);
    }
    return { start: ahead / servers, end: ahead / servers + cost };
  }

  /** Milliseconds until the servers will have done all that waits. */
  backlog(now: number, servers: number): number {
    if (this.#length === 0 && this.#taken.servers < servers) return 0;
    const waiting = [...this.#accounts.values()].reduce((sum, { backlog }) => sum + backlog, 0);
    return (waiting + this.#taken.left(now)) / servers;
  }

  /** Milliseconds until the first server should be free; undefined where none works. */
  untilFree(now: number): number | undefined {
    return this.#taken.untilFree(now);
  }

  /** The account with the least service of those whose next piece waits and is not too late. */
  #nextInTime(now: number, drop: (item: Item) => void): Account<Item> | undefined {
    for (let next = this.#next; next !== undefined; next = this.#next) {
      if (!this.#isTooLate(next, now)) return next;
      const { item, piece } = next.shift()!;
      this.#count(piece, -1);
      drop(item);
    }
    this.#forget();
    return undefined;
  }

  /** The account with work that waits and the least service. */
  get #next(): Account<Item> | undefined {
    let next: Account<Item> | undefined;
    for (const account of this.#accounts.values()) {
      if (account.waiting.length > 0 && (next === undefined || account.service < next.service))
        next = account;
    }
    return next;
  }

  #begin(account: Account<Item>, now: number): Item {
    const entry = account.shift()!;
    this.#count(entry.piece, -1);
    this.#virtual = Math.max(this.#virtual, account.service);
    account.service += entry.cost * account.charge;
    account.running++;
    this.#taken.begin(entry, now);
    return entry.item;
  }

  /** Whether running work is put aside for the next of an account: once, and not if late then. */
  #givesWay(entry: Entry<Item>, next: Account<Item>, now: number): boolean {
    const isInTime = entry.piece.deadline - now >= leftOf(entry, now) + next.waiting[0]!.cost;
    return !entry.gaveWay && isInTime && this.#accounts.get(idOf(entry.piece))!.holdsMoreThan(next);
  }

  /** Whether it is too late to begin the next piece of an account. */
  #isTooLate(account: Account<Item>, now: number): boolean {
    const { piece, cost } = account.waiting[0]!;
    const isOneOfMany = account.mayGiveWay && account.waiting.length > 1;
    const share = isOneOfMany ? TIME_TO_GIVE_WAY : LEAST_TIME;
    return piece.deadline - now <= (this.#length > 1 ? share * cost : 0);
  }

  #accountOf(piece: Piece): Account<Item> {
    const id = idOf(piece);
    const account = this.#accounts.get(id) ?? new Account<Item>(piece.priority, this.#virtual);
    this.#accounts.delete(id);
    this.#accounts.set(id, account);
    return account;
  }

  /** Work no longer runs; its owner is charged what it truly cost, nothing where no time is told. */
  #end(item: Item, now?: number): Entry<Item> | undefined {
    const entry = this.#taken.end(item);
    if (entry === undefined) return undefined;
    const account = this.#accountOf(entry.piece);
    account[entry.startedAt === null ? "aside" : "running"]--;
    const cost = now === undefined ? 0 : spentOn(entry, now);
    account.service += (cost - entry.cost) * account.charge;
    return entry;
  }

  #count({ size }: Piece, sign: 1 | -1): void {
    this.#length += sign;
    this.#size += sign * size;
  }

  /**
   * Drops accounts without work that are owed nothing and owe nothing: a newcomer's is the same. When nothing
   * waits or runs all are dropped. Of debtors without work the last `MOST_IDLE` are remembered.
   */
  #forget(): void {
    if (this.#length === 0 && this.#taken.isEmpty) {
      this.#accounts.clear();
      this.#virtual = 0;
      return;
    }
    const idle = [...this.#accounts].filter(([, { isIdle }]) => isIdle);
    const surplus = idle.length - MOST_IDLE;
    for (const [at, [id, { service }]] of idle.entries()) {
      if (service <= this.#virtual || at < surplus) this.#accounts.delete(id);
    }
  }
}

/** No priority has a space: no two accounts share a name. */
const idOf = ({ owner, priority }: Piece) => `${priority} ${owner}`;
