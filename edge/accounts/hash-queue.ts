import type { DeriveKey } from "./key-derivation.ts";

/** Hashes of a lane that wait for their turn: two seconds of a host's work, four to eight of slices. */
const MAX_WAITING = 40;

/**
 * Who waits. A member has a session, or a browser that has signed in to the account before. Members go
 * first and have a room of their own, so that no number of strangers keeps them out.
 */
export type Lane = "member" | "stranger";

/** A hasher's answer. Refusals are no errors, since an error loses its type between two objects. */
export type Derived = { readonly key: string } | { readonly tooMany: true };

/**
 * Derives keys one at a time, each lane in order of arrival: no number of sign-ins takes more than one thread
 * and one hash's memory. Passwords are taken in Unicode's form NFKC.
 */
export class HashQueue {
  readonly #waiting: Readonly<Record<Lane, (() => void)[]>> = { member: [], stranger: [] };
  #isBusy = false;
  readonly #derive: DeriveKey;

  constructor(derive: DeriveKey) {
    this.#derive = derive;
  }

  async derive(lane: Lane, password: string, salt: string): Promise<Derived> {
    const waiting = this.#waiting[lane];
    if (waiting.length >= MAX_WAITING) return { tooMany: true };
    if (this.#isBusy) await new Promise<void>((proceed) => waiting.push(proceed));
    this.#isBusy = true;
    try {
      return { key: await this.#derive(password.normalize("NFKC"), salt) };
    } finally {
      const next = this.#waiting.member.shift() ?? this.#waiting.stranger.shift();
      if (next === undefined) this.#isBusy = false;
      else next();
    }
  }
}
