import type { Entry } from "./account.ts";

/** The work that servers have: what runs, and what is put aside for other work. Times are milliseconds. */
export class Taken<Item> {
  readonly #entries = new Map<Item, Entry<Item>>();

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Servers that have work: what is put aside shares the server of other work. */
  get servers(): number {
    return this.running.length;
  }

  get running(): Entry<Item>[] {
    return [...this.#entries.values()].filter(({ startedAt }) => startedAt !== null);
  }

  get(item: Item): Entry<Item> | undefined {
    return this.#entries.get(item);
  }

  begin(entry: Entry<Item>, now: number): void {
    this.#entries.set(entry.item, { ...entry, startedAt: now });
  }

  putAside(entry: Entry<Item>, now: number): void {
    const aside = { spent: spentOn(entry, now), startedAt: null, gaveWay: true };
    this.#entries.set(entry.item, { ...entry, ...aside });
  }

  end(item: Item): Entry<Item> | undefined {
    const entry = this.#entries.get(item);
    this.#entries.delete(item);
    return entry;
  }

  /** What is left of all of it. */
  left(now: number): number {
    return [...this.#entries.values()].reduce((sum, entry) => sum + leftOf(entry, now), 0);
  }

  /** Until the first server should be free; undefined where none works. */
  untilFree(now: number): number | undefined {
    const lefts = this.running.map((entry) => leftOf(entry, now));
    return lefts.length === 0 ? undefined : Math.min(...lefts);
  }
}

/** What work has had of servers. */
export const spentOn = ({ spent, startedAt }: Entry<unknown>, now: number) =>
  spent + (startedAt === null ? 0 : now - startedAt);

/** What work should still take. */
export const leftOf = (entry: Entry<unknown>, now: number) => Math.max(0, entry.cost - spentOn(entry, now));
