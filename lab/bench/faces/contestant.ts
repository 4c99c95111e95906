import { readFileSync } from "node:fs";

/** Detects the largest face of an encoded photo and makes its vector; null for a photo without a face. */
type Describe = (content: Uint8Array) => Promise<readonly number[] | null>;

/**
 * With a time: how many of the files, again and again, are done within it. Without a time: each file's
 * vector.
 */
export interface Task {
  readonly files: readonly string[];
  readonly milliseconds?: number;
}

export type Vectors = readonly (readonly number[] | null)[];

/** Serves tasks to the process that forked this one, one at a time. */
export function compete(describe: Describe): void {
  process.on("disconnect", () => process.exit(0));
  process.on("message", async ({ files, milliseconds }: Task) => {
    process.send!(
      milliseconds === undefined ? await all(describe, files) : await countIn(describe, files, milliseconds),
    );
  });
  process.send!("ready");
}

async function all(describe: Describe, files: readonly string[]): Promise<Vectors> {
  const vectors: (readonly number[] | null)[] = [];
  for (const file of files) vectors.push(await describe(readFileSync(file)));
  return vectors;
}

async function countIn(describe: Describe, files: readonly string[], milliseconds: number): Promise<number> {
  const contents = files.map((file) => readFileSync(file));
  const end = performance.now() + milliseconds;
  let count = 0;
  for (let next = 0; performance.now() < end; next++) {
    await describe(contents[next % contents.length]!);
    if (performance.now() < end) count++;
  }
  return count;
}
