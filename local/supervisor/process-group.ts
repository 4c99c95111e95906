import { narrated } from "./narration.ts";
import type { Facts, SupervisedProcess } from "./supervised-process.ts";

/** The stack's processes: started one after another, stopped in the opposite order. */
export class ProcessGroup {
  readonly #say: (line: string) => void;
  readonly #signal: AbortSignal;
  readonly #started: SupervisedProcess[] = [];

  /**
   * `say` gets what the processes log, in plain words. Once `signal` has fired, none is started any more.
   */
  constructor(say: (line: string) => void, signal: AbortSignal) {
    this.#say = say;
    this.#signal = signal;
  }

  /** Starts a process and returns the facts of its `ready` event. Throws when it ends before that. */
  async start(process: SupervisedProcess): Promise<Facts> {
    this.#signal.throwIfAborted();
    this.#started.push(process);
    narrate(process, this.#say);
    this.#say(`Starting ${process.name}…`);
    return process.start();
  }

  /** Calls the listener whenever a process that died is back. */
  onBack(listener: () => void): void {
    for (const process of this.#started) process.on("back", listener);
  }

  async stop(): Promise<void> {
    for (const process of this.#started.toReversed()) await process.stop();
  }
}

function narrate(process: SupervisedProcess, say: (line: string) => void): void {
  const { name } = process;
  process.on("event", (event, facts) => {
    const line = narrated(name, event, facts);
    if (line !== null) say(line);
  });
  process.on("lost", (how, pauseMs) =>
    say(`The ${name} process ended (${how}). It restarts in ${pauseMs} ms.`),
  );
  process.on("back", () => say(`The ${name} process is back.`));
}
