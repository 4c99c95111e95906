import { leftUntil } from "../core/clock.ts";

/**
 * At most `most` values that expire; beyond it the oldest is dropped. A value that was set before the clock
 * was set back counts as expired. Times are milliseconds.
 */
export class ExpiringMap<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number; holdsMs: number }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, now: number): Value | undefined {
    return this.leftMs(key, now) > 0 ? this.#entries.get(key)?.value : undefined;
  }

  /** Time until the value expires; 0 without a value. */
  leftMs(key: string, now: number): number {
    const entry = this.#entries.get(key);
    return entry === undefined ? 0 : leftUntil(entry.until, entry.holdsMs, now);
  }

  set(key: string, value: Value, holdsMs: number, now: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: now + holdsMs, holdsMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
