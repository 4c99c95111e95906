import { CHARGES, type Piece, type Priority } from "./piece.ts";

/** Work that waits, runs or is put aside. Costs and times are milliseconds. */
export interface Entry<Item> {
  readonly item: Item;
  readonly piece: Piece;
  /** As it was expected when it came. */
  readonly cost: number;
  /** What it had of servers before `startedAt`. */
  readonly spent: number;
  /** Null while it waits, or is put aside. */
  readonly startedAt: number | null;
  /** It gave way to other work, which it does once. */
  readonly gaveWay: boolean;
}

/** The account of one owner's work of one priority. */
export class Account<Item> {
  /** What a millisecond of its work is charged. */
  readonly charge: number;
  /** All that it was charged for, in the queue's virtual time. */
  service: number;
  /** Pieces that run, and those that are put aside. */
  running = 0;
  aside = 0;
  readonly #waiting: Entry<Item>[] = [];
  #backlog = 0;
  #size = 0;

  constructor(priority: Priority, service: number) {
    this.charge = CHARGES[priority];
    this.service = service;
  }

  get waiting(): readonly Entry<Item>[] {
    return this.#waiting;
  }

  /** Expected milliseconds of all that waits. */
  get backlog(): number {
    return this.#waiting.length === 0 ? 0 : this.#backlog;
  }

  /** Whether another account would hold fewer servers than this one with one more, each by its charge. */
  holdsMoreThan({ running, charge }: Account<Item>): boolean {
    return this.running * this.charge > (running + 1) * charge;
  }

  /** Whether its next piece may have to give way: to somebody who waits and holds nothing. */
  get mayGiveWay(): boolean {
    return (this.running + 1) * this.charge > CHARGES.interactive;
  }

  /** A running piece is put aside (-1), or runs again (1). */
  move(sign: 1 | -1): void {
    this.running += sign;
    this.aside -= sign;
  }

  /** How much of the queue's room it takes: the more its work is charged, the more it weighs. */
  get weight(): number {
    return this.#size * this.charge;
  }

  /** Expected milliseconds of what waits and has its turn until that moment of the queue's virtual time. */
  before(turn: number): number {
    let sum = 0;
    for (const { cost } of this.#waiting) {
      if (this.service + sum * this.charge > turn) break;
      sum += cost;
    }
    return sum;
  }

  get isIdle(): boolean {
    return this.#waiting.length + this.running + this.aside === 0;
  }

  push(entry: Entry<Item>): void {
    this.#waiting.push(this.#counted(entry, 1));
  }

  unshift(entry: Entry<Item>): void {
    this.#waiting.unshift(this.#counted(entry, 1));
  }

  shift(): Entry<Item> | undefined {
    const entry = this.#waiting.shift();
    return entry && this.#counted(entry, -1);
  }

  /** Takes out one item that waits. */
  remove(item: Item): Entry<Item> | undefined {
    const at = this.#waiting.findIndex((entry) => entry.item === item);
    if (at < 0) return undefined;
    const [entry] = this.#waiting.splice(at, 1);
    return this.#counted(entry!, -1);
  }

  #counted(entry: Entry<Item>, sign: 1 | -1): Entry<Item> {
    this.#backlog += sign * entry.cost;
    this.#size += sign * entry.piece.size;
    return entry;
  }
}
