import { DurableObject } from "cloudflare:workers";
import type { Grant } from "../sliding-window.ts";
import { CounterTable } from "./counter-table.ts";
import { type Changed, type Counted, giveAllBack, takeInTurn } from "./in-turn.ts";

/** All calls within this time share one write. A crash that loses their counts does no harm. */
const SAVE_AFTER_MS = 250;
/** Between two sweeps, and between two parts of a long one. */
const SWEEP_MS = { later: 60_000, more: 100 } as const;

/**
 * Counters that all isolates share, a row each: an object for each would cost the thread 2 ms, and a file
 * that workerd never deletes. `sliding-window.ts` has the rule. Rows go when their windows have passed.
 */
export class StoredCounters extends DurableObject {
  readonly #table: CounterTable;
  readonly #unsaved = new Map<string, Changed>();
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(state: DurableObjectState, bindings: unknown) {
    super(state, bindings as never);
    this.#table = new CounterTable(state.storage.sql);
  }

  giveBack(counted: readonly Counted[]): void {
    this.#keep(giveAllBack((name) => this.#read(name), counted, Date.now()));
  }

  override async alarm(): Promise<void> {
    const left = this.#table.sweep(Date.now());
    if (left !== "nothing") await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS[left]);
  }

  protected count(counted: readonly Counted[]): readonly Grant[] {
    const { changed, grants } = takeInTurn((name) => this.#read(name), counted, Date.now());
    this.#keep(changed);
    return grants;
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
