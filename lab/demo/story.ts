/** Prints the demo: chapters, each step and its duration. */
export class Story {
  readonly #out: NodeJS.WritableStream;
  readonly #begun = performance.now();

  constructor(out: NodeJS.WritableStream) {
    this.#out = out;
  }

  chapter(title: string): void {
    this.#out.write(`\n${title}\n`);
  }

  /** A step and its milliseconds. */
  line(text: string, elapsedMs: number): void {
    this.#out.write(`  ${text.padEnd(72)} ${Math.round(elapsedMs).toString().padStart(6)} ms\n`);
  }

  /** A remark on the step above. */
  note(text: string): void {
    this.#out.write(`    ${text}\n`);
  }

  end(text: string): void {
    const seconds = ((performance.now() - this.#begun) / 1_000).toFixed(1);
    this.#out.write(`\n${text}\nEvery decision was the expected one. The demo took ${seconds} s.\n`);
  }
}

/** Ends the demo with a message when the service gives an unexpected answer. */
export function expectThat(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(`Unexpected: ${sentence}`);
}
