import { DurableObject } from "cloudflare:workers";
import type { Grant } from "../sliding-window.ts";
import { AttemptTable } from "./attempt-table.ts";
import type { Comer } from "./attempts.ts";
import { type Changed, type Counted, giveAllBack, takeInTurn } from "./in-turn.ts";
import { Pace } from "./pace.ts";

/** All attempts within this time share one write. A crash that loses their counts does no harm. */
const SAVE_AFTER_MS = 250;
/** Between two sweeps, and between two parts of a long one. */
const SWEEP_MS = { later: 60_000, more: 100 } as const;

/**
 * The deployment's counters of attempts at the dashboard. A flood of sign-ins comes from ever new addresses
 * for ever new accounts: an object for each of its counters would cost the thread 2 ms and a file, where a
 * row of this one costs next to nothing.
 */
export class AttemptCounters extends DurableObject {
  readonly #table: AttemptTable;
  readonly #unsaved = new Map<string, Changed>();
  readonly #pace = new Pace();
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(state: DurableObjectState, bindings: unknown) {
    super(state, bindings as never);
    this.#table = new AttemptTable(state.storage.sql);
  }

  async take(counted: readonly Counted[], who: Comer): Promise<readonly Grant[]> {
    const wait = who === "stranger" ? this.#pace.next(Date.now()) : 0;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const { changed, grants } = takeInTurn((name) => this.#read(name), counted, Date.now());
    this.#keep(changed);
    return grants;
  }

  giveBack(counted: readonly Counted[]): void {
    this.#keep(giveAllBack((name) => this.#read(name), counted, Date.now()));
  }

  override async alarm(): Promise<void> {
    const left = this.#table.sweep(Date.now());
    if (left !== "nothing") await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS[left]);
  }

  #read(name: string) {
    return this.#unsaved.get(name)?.hits ?? this.#table.read(name);
  }

  #keep(changed: readonly Changed[]): void {
    for (const each of changed) {
      const lapsesAt = Math.max(each.lapsesAt, this.#unsaved.get(each.counter)?.lapsesAt ?? 0);
      this.#unsaved.set(each.counter, { ...each, lapsesAt });
    }
    if (this.#unsaved.size > 0) this.#saving ??= setTimeout(() => this.#save(), SAVE_AFTER_MS);
  }

  async #save(): Promise<void> {
    this.#saving = undefined;
    this.ctx.storage.transactionSync(() => {
      for (const each of this.#unsaved.values()) this.#table.save(each);
    });
    this.#unsaved.clear();
    const { storage } = this.ctx;
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + SWEEP_MS.later);
  }
}
