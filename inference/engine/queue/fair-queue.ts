import { Account, type Entry } from "./account.ts";
import { Costs } from "./costs.ts";
import type { Piece } from "./piece.ts";

/** Accounts that have no work here and are remembered all the same: see `#forget`. */
const MOST_IDLE = 1_024;
/**
 * Work is not begun with less than this share of its expected time left while other work waits: it would take
 * a server from what can still be done. Costs vary, so that more than the mean may be missing.
 */
const LEAST_TIME = 0.5;

/** Milliseconds until work would begin, and until it would be done. */
interface Expectation {
  readonly start: number;
  readonly end: number;
}

/**
 * Work that waits for a server, shared fairly between its owners: start-time fair queueing (Goyal, Vin and
 * Cheng, 1996), with the expected cost of each piece corrected when its true cost is known. Who waits and has
 * had least goes first; the work of one owner and priority keeps its order. A free server never waits for
 * anybody, and time that nobody else wanted is not held against its user.
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
  readonly #running = new Map<Item, Entry<Item>>();
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
    account.push({ item, piece, cost: this.#costs.expected(piece), startedAt: null });
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
    for (let next = this.#next; next !== undefined; next = this.#next) {
      const entry = next.shift()!;
      this.#count(entry.piece, -1);
      if (this.#isTooLate(entry, now)) {
        drop(entry.item);
        continue;
      }
      this.#virtual = Math.max(this.#virtual, next.service);
      next.service += entry.cost * next.charge;
      next.running++;
      this.#running.set(entry.item, { ...entry, startedAt: now });
      return entry.item;
    }
    this.#forget();
    return undefined;
  }

  /** Work that was taken has ended: its owner is charged what it cost, and later work is expected to cost. */
  settle(item: Item, cost: number): void {
    const entry = this.#end(item, cost);
    if (entry === undefined) return;
    this.#costs.learn(entry.piece, cost);
    this.#forget();
  }

  /** Work that was taken was not begun: it costs nothing. */
  drop(item: Item): void {
    this.#end(item, 0);
    this.#forget();
  }

  /** Charges the owner of running work for more than that work itself. */
  charge(item: Item, cost: number): void {
    const entry = this.#running.get(item);
    if (entry === undefined) return;
    const account = this.#accountOf(entry.piece);
    account.service += cost * account.charge;
  }

  /** Work that was taken has to be done again: it waits before all other work of its owner. */
  putBack(item: Item, cost: number): void {
    const entry = this.#end(item, cost);
    if (entry === undefined) return;
    this.#accountOf(entry.piece).unshift({ ...entry, startedAt: null });
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
    if (this.#length === 0 && this.#running.size < servers) return { start: 0, end: cost };
    const own = this.#accounts.get(idOf(piece)) ?? new Account(piece.priority, this.#virtual);
    const begun = own.waiting.length > 0 ? own.service : Math.max(own.service, this.#virtual);
    const turn = begun + own.backlog * own.charge;
    let ahead = own.backlog + this.#underWay(now);
    for (const other of this.#accounts.values()) {
      if (other === own) continue;
      ahead += other.before(turn);
    }
    return { start: ahead / servers, end: ahead / servers + cost };
  }

  /** Milliseconds until the servers will have done all that waits. */
  backlog(now: number, servers: number): number {
    if (this.#length === 0 && this.#running.size < servers) return 0;
    const waiting = [...this.#accounts.values()].reduce((sum, { backlog }) => sum + backlog, 0);
    return (waiting + this.#underWay(now)) / servers;
  }

  /** Milliseconds until the first server should be free; undefined where none works. */
  untilFree(now: number): number | undefined {
    if (this.#running.size === 0) return undefined;
    return Math.min(...[...this.#running.values()].map((entry) => leftOf(entry, now)));
  }

  #underWay(now: number): number {
    return [...this.#running.values()].reduce((sum, entry) => sum + leftOf(entry, now), 0);
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

  #isTooLate({ piece, cost }: Entry<Item>, now: number): boolean {
    return piece.deadline - now <= (this.#length > 0 ? LEAST_TIME * cost : 0);
  }

  #accountOf(piece: Piece): Account<Item> {
    const id = idOf(piece);
    const account = this.#accounts.get(id) ?? new Account<Item>(piece.priority, this.#virtual);
    this.#accounts.delete(id);
    this.#accounts.set(id, account);
    return account;
  }

  /** Work no longer runs; its owner is charged what it truly cost. */
  #end(item: Item, cost: number): Entry<Item> | undefined {
    const entry = this.#running.get(item);
    if (entry === undefined) return undefined;
    this.#running.delete(item);
    const account = this.#accountOf(entry.piece);
    account.running--;
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
    if (this.#length === 0 && this.#running.size === 0) {
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

const leftOf = ({ cost, startedAt }: Entry<unknown>, now: number) =>
  Math.max(0, cost - (now - (startedAt ?? now)));
