import { DurableObject } from "cloudflare:workers";
import { type Derived, derivationBy, HashQueue, type Lane, type PasswordHost } from "./hash-queue.ts";

interface HostBindings {
  readonly PASSWORD_HOST?: PasswordHost;
}

/**
 * The deployment's single queue of password hashes. All isolates share it, so that any number of sign-ins
 * takes one thread. Nothing is stored: a password is in memory until its hash is made.
 */
export class PasswordQueue extends DurableObject<HostBindings> {
  readonly #queue = new HashQueue(derivationBy(this.env.PASSWORD_HOST));

  derive(lane: Lane, password: string, salt: string): Promise<Derived> {
    return this.#queue.derive(lane, password, salt);
  }
}
