import { DurableObject } from "cloudflare:workers";
import { type BrowserKind, Pace } from "./attempts.ts";
import { CounterTable } from "./counter-table.ts";
import { type Changed, type Counted, type Grant, removeHits, takeInTurn } from "./sliding-window.ts";

/** All calls within this time share one write. A crash that loses their counts does no harm. */
const SAVE_AFTER_MS = 250;
/** Interval between two sweeps, and between two parts of a long one. */
const SWEEP_MS = { later: 60_000, more: 100 } as const;

/**
 * Counters that all isolates share, one row each. An object for each would cost the thread 2 ms, and a file
 * that workerd never deletes. `sliding-window.ts` has the rule. Rows are deleted when their windows have
 * passed.
 */
class StoredCounters extends DurableObject {
  readonly #table: CounterTable;
  readonly #unsaved = new Map<string, Changed>();
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(state: DurableObjectState, bindings: unknown) {
    super(state, bindings as never);
    this.#table = new CounterTable(state.storage.sql);
  }

  undo(counted: readonly Counted[]): void {
    this.#keep(removeHits((name) => this.#read(name), counted, Date.now()));
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

/** Counters of credentials, verifications and the like, which `limiter.ts` assigns to this object. */
export class RateCounter extends StoredCounters {
  take(counted: readonly Counted[]): readonly Grant[] {
    return this.count(counted);
  }
}

/** The deployment's counters of attempts at the dashboard, in one object. */
export class AttemptCounters extends StoredCounters {
  readonly #pace = new Pace();

  async take(counted: readonly Counted[], who: BrowserKind): Promise<readonly Grant[]> {
    const wait = who === "unknown" ? this.#pace.next(Date.now()) : 0;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return this.count(counted);
  }
}
