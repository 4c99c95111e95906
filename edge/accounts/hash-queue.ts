import { scryptAsync } from "@noble/hashes/scrypt.js";
import { toHex } from "../crypto/encoding.ts";

/** A hash's cost (RFC 7914): 32 MiB and 100 ms. Stored hashes do not name it, so it never changes. */
const COST = { N: 16_384, r: 16, p: 1, dkLen: 64 } as const;
/** Milliseconds of work between two pauses: as long does another request of this thread wait. */
const SLICE_MS = 3;
/** Hashes of a lane that wait for their turn: about four seconds of work. */
const MAX_WAITING = 20;

/**
 * Who waits. A member has a session, or a browser that has signed in to the account before. Members go
 * first and have a room of their own, so that no number of strangers keeps them out.
 */
export type Lane = "member" | "stranger";

/** A hasher's answer. Refusals are no errors, since an error loses its type between two objects. */
export type Derived = { readonly key: string } | { readonly tooMany: true };

/**
 * Derives keys one at a time, each lane in order of arrival. Two at once would end no sooner on one thread,
 * and take twice the memory.
 */
export class HashQueue {
  readonly #waiting: Readonly<Record<Lane, (() => void)[]>> = { member: [], stranger: [] };
  #isBusy = false;
  readonly #derive: (password: string, salt: string) => Promise<string>;

  constructor(derive = deriveKey) {
    this.#derive = derive;
  }

  async derive(lane: Lane, password: string, salt: string): Promise<Derived> {
    const waiting = this.#waiting[lane];
    if (waiting.length >= MAX_WAITING) return { tooMany: true };
    if (this.#isBusy) await new Promise<void>((proceed) => waiting.push(proceed));
    this.#isBusy = true;
    try {
      return { key: await this.#derive(password, salt) };
    } finally {
      const next = this.#waiting.member.shift() ?? this.#waiting.stranger.shift();
      if (next === undefined) this.#isBusy = false;
      else next();
    }
  }
}

/**
 * scrypt in slices, so that the thread's other work goes on. workerd's own scrypt is faster, and holds the
 * thread for the whole of a hash.
 */
async function deriveKey(password: string, salt: string): Promise<string> {
  return toHex(await scryptAsync(password.normalize("NFKC"), salt, { ...COST, asyncTick: SLICE_MS }));
}
