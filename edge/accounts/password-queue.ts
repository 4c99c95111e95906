import { DurableObject } from "cloudflare:workers";
import { type Derived, derivationBy, HashQueue, type Lane, type PasswordHost } from "./hash-queue.ts";

interface HostBindings {
  readonly PASSWORD_HOST?: PasswordHost;
}

/**
 * The deployment's one queue of password hashes: all isolates share it, so that no number of sign-ins takes
 * more than one thread. Nothing is stored: a password stays in memory until its turn is over.
 */
export class PasswordQueue extends DurableObject<HostBindings> {
  readonly #queue = new HashQueue(derivationBy(this.env.PASSWORD_HOST));

  derive(lane: Lane, password: string, salt: string): Promise<Derived> {
    return this.#queue.derive(lane, password, salt);
  }
}
