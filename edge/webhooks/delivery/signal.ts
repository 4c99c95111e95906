/**
 * Lets one loop wait for a signal or a time. A signal that is raised without a waiter ends the next wait at
 * once.
 */
export class Signal {
  #raised = false;
  #wake: (() => void) | undefined;

  raise(): void {
    this.#raised = true;
    this.#wake?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#raised && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    this.#raised = false;
  }
}
