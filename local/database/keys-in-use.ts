import { setTimeout as sleep } from "node:timers/promises";
import { KEY_BELIEVED_MS } from "../../edge/auth/known-keys.ts";

/** The keys that edges elsewhere have let in, whom nobody can tell of a change. */
export class KeysInUse {
  #changed = false;

  /** A key, or what is read with it, has changed. */
  forget(): void {
    this.#changed = true;
  }

  /** Waits until every edge has read again what has changed, so that a command's end means that it holds. */
  async forgotten(): Promise<void> {
    if (this.#changed) await sleep(KEY_BELIEVED_MS);
  }
}
