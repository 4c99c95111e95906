import { ApiError } from "../core/errors.ts";
import { ExpiringMap } from "./expiring-map.ts";
import { type Counter, type Grant, type Rule, take } from "./sliding-window.ts";

/**
 * How long the database's answer about a rejected key is cached: the longest that a new key may be unknown.
 */
const BELIEVED_MS = 10_000;
/** Maximum number of remembered rejected keys, and addresses; beyond it the oldest is forgotten. */
const MOST_REMEMBERED = 10_000;

/** Rejected keys of one subscriber's address that are looked up in the database. */
const OF_ONE: Rule = { name: "refused_keys", limit: 30, windowMs: 60_000 };
/** The same if addresses are unknown: one caller must not lock the others out. */
const OF_ALL: Rule = { name: "refused_keys", limit: 600, windowMs: 60_000 };

/**
 * The keys that the database has rejected. A key's checksum is public, so anybody can make up keys that need
 * a lookup; without this each would cost a read. A key that this isolate has ever accepted is not looked up
 * here.
 */
export class RefusedKeys {
  readonly #refusals = new ExpiringMap<ApiError>(MOST_REMEMBERED);
  readonly #askers = new ExpiringMap<Counter>(MOST_REMEMBERED);
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The state of the limit of an address that has sent too many rejected keys; else null. */
  excess(subscriber: string | null): Grant | null {
    const { grant } = this.#count(subscriber);
    return grant.allowed ? null : grant;
  }

  /**
   * What `load` reads of the key with this name, from this subscriber; null is unknown. Throws the rejection
   * that it got within the last seconds.
   */
  async ask<T>(name: string, subscriber: string | null, load: () => Promise<T>): Promise<T> {
    const known = this.#refusals.get(name, this.#clock());
    if (known !== undefined) throw known;
    try {
      return await load();
    } catch (error) {
      if (error instanceof ApiError && REFUSALS.has(error.code)) this.#note(name, subscriber, error);
      throw error;
    }
  }

  #count(subscriber: string | null) {
    const now = this.#clock();
    const rule = subscriber === null ? OF_ALL : OF_ONE;
    return take(this.#askers.get(subscriber ?? "", now) ?? {}, [rule], now);
  }

  #note(name: string, subscriber: string | null, error: ApiError): void {
    const now = this.#clock();
    this.#refusals.set(name, error, BELIEVED_MS, now);
    this.#askers.set(subscriber ?? "", this.#count(subscriber).counter, OF_ONE.windowMs, now);
  }
}

const REFUSALS: ReadonlySet<string> = new Set([
  "invalid_api_key",
  "api_key_revoked",
  "link_invalid",
  "link_expired",
]);
