import type { Compared } from "./replay.ts";

/** A change of decisions, and how many of them changed so. */
interface Change {
  readonly from: Compared["from"];
  readonly to: Compared["to"];
  readonly count: number;
}

/** What a policy changes in many decisions, without any person's data. */
export interface Tally {
  readonly replayed: number;
  readonly unchanged: number;
  /** Most frequent first, as are the others. */
  readonly changes: readonly Change[];
  /** Reasons that changed decisions have under the policy only (`added`), or had before only (`removed`). */
  readonly reasons: readonly (Change & { readonly code: string; readonly effect: "added" | "removed" })[];
  /** ISO 3166 alpha-3, or null if it was not read. */
  readonly issuingStates: readonly (Change & { readonly issuingState: string | null })[];
}

/** Counts compared decisions. */
export class Tallying {
  #replayed = 0;
  #unchanged = 0;
  readonly #changes = new Counter<Omit<Change, "count">>();
  readonly #reasons = new Counter<Omit<Tally["reasons"][number], "count">>();
  readonly #states = new Counter<Omit<Tally["issuingStates"][number], "count">>();

  add({ from, to, added, removed }: Compared, issuingState: string | null): void {
    this.#replayed++;
    if (from === to) {
      this.#unchanged++;
      return;
    }
    this.#changes.add({ from, to });
    this.#states.add({ issuingState, from, to });
    for (const code of added) this.#reasons.add({ code, effect: "added", from, to });
    for (const code of removed) this.#reasons.add({ code, effect: "removed", from, to });
  }

  get tally(): Tally {
    return {
      replayed: this.#replayed,
      unchanged: this.#unchanged,
      changes: this.#changes.entries,
      reasons: this.#reasons.entries,
      issuingStates: this.#states.entries,
    };
  }
}

/** Counts of equal objects. */
class Counter<T extends object> {
  readonly #counts = new Map<string, T & { readonly count: number }>();

  add(entry: T): void {
    const key = JSON.stringify(entry);
    this.#counts.set(key, { ...entry, count: (this.#counts.get(key)?.count ?? 0) + 1 });
  }

  get entries(): readonly (T & { readonly count: number })[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count);
  }
}
