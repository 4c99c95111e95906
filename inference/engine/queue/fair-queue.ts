import { type CostKey, Costs } from "./costs.ts";

/** Accounts that have no work here and are remembered all the same: see `#forget`. */
const MOST_IDLE = 1_024;

/** Work that waits or runs. Costs and times are milliseconds. */
interface Entry<Item> extends CostKey {
  readonly item: Item;
  /** As it was expected when it came. */
  readonly cost: number;
  /** Null while it waits. */
  startedAt: number | null;
}

/** One owner's account. */
interface Account<Item> {
  /** The cost of all that it was given, in the queue's virtual time. */
  service: number;
  readonly waiting: Entry<Item>[];
  running: number;
}

/**
 * Work that waits for a server, shared fairly between its owners: start-time fair queueing (Goyal, Vin and
 * Cheng, 1996), with the expected cost of each piece corrected when its true cost is known. Who waits and has
 * had least goes first; the work of one owner keeps its order. A free server never waits for anybody, and
 * time that nobody else wanted is not held against its user.
 *
 * At most `limit` pieces wait. Where one more comes, the newest piece of the owner who waits with the most
 * has to go, so that nobody fills the queue for the others.
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

  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  /** Owners who are remembered. */
  get owners(): number {
    return this.#accounts.size;
  }

  /** Lets work wait, over the limit as well: `surplus` then names what has to go. */
  add(item: Item, of: CostKey): void {
    const account = this.#accountOf(of.owner);
    if (account.waiting.length === 0) account.service = Math.max(account.service, this.#virtual);
    const { owner, kind } = of;
    account.waiting.push({ owner, kind, item, cost: this.#costs.expected(of), startedAt: null });
    this.#length++;
  }

  /**
   * What has to go where more waits than the limit allows: the newest piece of the owner who waits with the
   * most; of two such owners, of the one who came last.
   */
  get surplus(): Item | undefined {
    if (this.#length <= this.#limit) return undefined;
    let longest: readonly Entry<Item>[] = [];
    for (const { waiting } of this.#accounts.values()) {
      if (waiting.length >= longest.length) longest = waiting;
    }
    return longest.at(-1)?.item;
  }

  /** Takes out the next piece. It counts as running until `settle`. */
  take(now: number): Item | undefined {
    let next: Account<Item> | undefined;
    for (const account of this.#accounts.values()) {
      if (account.waiting.length > 0 && (next === undefined || account.service < next.service))
        next = account;
    }
    const entry = next?.waiting.shift();
    if (next === undefined || entry === undefined) return undefined;
    this.#length--;
    this.#virtual = Math.max(this.#virtual, next.service);
    next.service += entry.cost;
    next.running++;
    this.#running.set(entry.item, Object.assign(entry, { startedAt: now }));
    return entry.item;
  }

  /** Work that was taken has ended: its owner is charged what it cost, and later work is expected to cost. */
  settle(item: Item, cost: number): void {
    const entry = this.#running.get(item);
    if (entry === undefined) return;
    this.#end(entry).service += cost - entry.cost;
    this.#costs.learn(entry, cost);
    this.#forget();
  }

  /** Work that was taken was not begun: it costs nothing. */
  drop(item: Item): void {
    const entry = this.#running.get(item);
    if (entry === undefined) return;
    this.#end(entry).service -= entry.cost;
    this.#forget();
  }

  /** Charges the owner of running work for more than that work itself. */
  charge(item: Item, cost: number): void {
    const entry = this.#running.get(item);
    if (entry !== undefined) this.#accountOf(entry.owner).service += cost;
  }

  /** Work that was taken has to be done again: it waits before all other work of its owner. */
  putBack(item: Item, cost: number): void {
    const entry = this.#running.get(item);
    if (entry === undefined) return;
    const account = this.#end(entry);
    account.service += cost - entry.cost;
    account.waiting.unshift({ ...entry, startedAt: null });
    this.#length++;
  }

  /** Takes out work that waits; work that runs goes on. */
  remove(item: Item): void {
    for (const { waiting } of this.#accounts.values()) {
      const at = waiting.findIndex((entry) => entry.item === item);
      if (at < 0) continue;
      waiting.splice(at, 1);
      this.#length--;
      this.#forget();
      return;
    }
  }

  /** Everything that waits. */
  get waiting(): Item[] {
    return [...this.#accounts.values()].flatMap(({ waiting }) => waiting.map(({ item }) => item));
  }

  /**
   * Milliseconds until one more piece of this owner and kind would begin, and until it would be done, if all
   * goes as expected and `servers` work: the others are served until they have had as much.
   */
  expect(of: CostKey, now: number, servers: number): { readonly start: number; readonly end: number } {
    const cost = this.#costs.expected(of);
    if (this.#length === 0 && this.#running.size < servers) return { start: 0, end: cost };
    const own = this.#accounts.get(of.owner);
    const before = costOf(own?.waiting ?? []);
    const begun = own === undefined ? this.#virtual : own.service;
    const start = (own?.waiting.length ? begun : Math.max(begun, this.#virtual)) + before;
    let ahead = before;
    for (const account of this.#accounts.values()) {
      if (account === own) continue;
      ahead += Math.min(costOf(account.waiting), Math.max(0, start - account.service));
    }
    for (const { cost, startedAt } of this.#running.values()) ahead += Math.max(0, cost - (now - startedAt!));
    return { start: ahead / servers, end: ahead / servers + cost };
  }

  #accountOf(owner: string): Account<Item> {
    const account = this.#accounts.get(owner) ?? { service: this.#virtual, waiting: [], running: 0 };
    this.#accounts.delete(owner);
    this.#accounts.set(owner, account);
    return account;
  }

  #end(entry: Entry<Item>): Account<Item> {
    this.#running.delete(entry.item);
    const account = this.#accountOf(entry.owner);
    account.running--;
    return account;
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
    const idle = [...this.#accounts].filter(([, { waiting, running }]) => waiting.length + running === 0);
    const surplus = idle.length - MOST_IDLE;
    for (const [at, [owner, { service }]] of idle.entries()) {
      if (service <= this.#virtual || at < surplus) this.#accounts.delete(owner);
    }
  }
}

const costOf = (entries: readonly Entry<unknown>[]) => entries.reduce((sum, { cost }) => sum + cost, 0);
