import { OverloadError } from "../errors.ts";
import { keepNewest } from "./keep-newest.ts";

/** Tenants that are remembered; beyond it the oldest refusal is forgotten. */
const MOST_REMEMBERED = 10_000;

/**
 * The tenants that this isolate was told to have too much work waiting at the engines. Until the time has
 * passed that its caller was told, a tenant's upload is refused before it is read: on a host where the
 * Worker and the engines share the processors, a flood of refused uploads would slow down everybody's work.
 */
export class Overloads {
  readonly #until = new Map<string, number>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Throws the tenant's refusal where it still holds. */
  check(tenant: string): void {
    const leftMs = (this.#until.get(tenant) ?? 0) - this.#clock();
    if (leftMs > 0) throw new OverloadError(Math.ceil(leftMs / 1_000));
  }

  note(tenant: string, { retryAfter }: OverloadError): void {
    keepNewest(this.#until, tenant, this.#clock() + retryAfter * 1_000, MOST_REMEMBERED);
  }
}
