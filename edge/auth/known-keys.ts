import { leftUntil } from "../core/clock.ts";
import type { SecretKeyPrincipal } from "./principal.ts";

/** How long an accepted key is accepted again without a read: the longest that a revoked key may pass. */
export const KEY_BELIEVED_MS = 1_000;
/** Maximum number of remembered keys; beyond it all of them are read again. */
const MOST_REMEMBERED = 10_000;

/**
 * The secret keys that this isolate has accepted within the last second, by their SHA-256, so that a busy key
 * costs one read a second. Rejections are not remembered. The map holds values, not promises: a promise would
 * make one request depend on another one's connection.
 */
export class KnownKeys {
  readonly #clock: () => number;
  #known = new Map<string, { readonly principal: SecretKeyPrincipal; readonly until: number }>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /**
   * The principal of the key with this hash: remembered, or as `read` returns it. Throws what `read` throws.
   */
  async ask(hash: string, read: () => Promise<SecretKeyPrincipal>): Promise<SecretKeyPrincipal> {
    const entry = this.#known.get(hash);
    const now = this.#clock();
    if (entry !== undefined && leftUntil(entry.until, KEY_BELIEVED_MS, now) > 0) return entry.principal;
    const known = this.#known;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const principal = await read();
    // The second begins before the read, since the answer may be that old. If keys were forgotten meanwhile,
    // the entry goes into the discarded map.
    known.set(hash, { principal, until: now + KEY_BELIEVED_MS });
    return principal;
  }

  /** Makes every key be read again: a key, or what is read with it, has changed. */
  forget(): void {
    this.#known = new Map();
  }
}
