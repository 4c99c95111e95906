import { DurableObject } from "cloudflare:workers";
import { type Counter, type Grant, giveBack, lapsesAt, type Rule, take } from "./sliding-window.ts";

const KEY = "counter";
/** The longest window of all rules. */
const LONGEST_WINDOW_MS = 60 * 60_000;
/**
 * All calls within this time share one write. A crash that loses their counts does no harm; a write for each
 * call would cost too much.
 */
const SAVE_AFTER_MS = 250;

/**
 * The stored counter of one credential, or of one verification, shared by all isolates. Only stores:
 * `sliding-window.ts` has the rule. The counter survives eviction from memory and is deleted when its windows
 * have passed.
 */
export class RateCounter extends DurableObject {
  #counter: Counter = {};
  #alarmIsSet = false;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(state: DurableObjectState, bindings: unknown) {
    super(state, bindings as never);
    state.blockConcurrencyWhile(async () => {
      this.#counter = (await state.storage.get<Counter>(KEY)) ?? {};
      this.#alarmIsSet = (await state.storage.getAlarm()) !== null;
    });
  }

  take(rules: readonly [Rule, ...Rule[]]): Grant {
    const { counter, grant } = take(this.#counter, rules, Date.now());
    // A refused call changes nothing that later calls depend on.
    if (grant.allowed) this.#keep(counter);
    return grant;
  }

  giveBack(rule: Rule): void {
    this.#keep(giveBack(this.#counter, rule, Date.now()));
  }

  override async alarm(): Promise<void> {
    this.#alarmIsSet = false;
    if (lapsesAt(this.#counter, LONGEST_WINDOW_MS) > Date.now()) return this.#setAlarm();
    this.#counter = {};
    await this.ctx.storage.deleteAll();
  }

  #keep(counter: Counter): void {
    this.#counter = counter;
    this.#saving ??= setTimeout(() => this.#save(), SAVE_AFTER_MS);
  }

  #save(): void {
    this.#saving = undefined;
    void this.ctx.storage.put(KEY, this.#counter, { allowUnconfirmed: true });
    if (!this.#alarmIsSet) this.#setAlarm();
  }

  #setAlarm(): void {
    this.#alarmIsSet = true;
    const at = Date.now() + LONGEST_WINDOW_MS;
    void this.ctx.storage.setAlarm(at, { allowUnconfirmed: true });
  }
}
