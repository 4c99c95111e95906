import { leftUntil } from "../core/clock.ts";
import type { SecretKeyPrincipal } from "./principal.ts";

/** How long a key that was let in is let in again without a read: at most so long may a revoked one be. */
export const KEY_BELIEVED_MS = 1_000;
/** Keys that are remembered; beyond it all of them are read again. */
const MOST_REMEMBERED = 10_000;

/**
 * The secret keys that this isolate has let in within the last second, by their SHA-256, so that a busy key
 * costs one read a second. Refusals are not remembered here. A value is kept and never a promise, which would
 * make one request depend on another one's connection.
 */
export class KnownKeys {
  readonly #clock: () => number;
  #known = new Map<string, { readonly principal: SecretKeyPrincipal; readonly until: number }>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Who shows the key with this hash: known, or as `read` says. Throws what `read` throws. */
  async ask(hash: string, read: () => Promise<SecretKeyPrincipal>): Promise<SecretKeyPrincipal> {
    const held = this.#known.get(hash);
    const now = this.#clock();
    if (held !== undefined && leftUntil(held.until, KEY_BELIEVED_MS, now) > 0) return held.principal;
    const known = this.#known;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const principal = await read();
    // The second begins with the question: the answer may be as old as that. Where keys were forgotten
    // meanwhile, it goes into a map that nobody asks any more.
    known.set(hash, { principal, until: now + KEY_BELIEVED_MS });
    return principal;
  }

  /** Lets every key be read again: a key, or what is read with it, has changed. */
  forget(): void {
    this.#known = new Map();
  }
}
