import { appendFile, readFile } from "node:fs/promises";
import type { Walked } from "../theatre.ts";

/** How a walk ended; one that got stuck, with why. */
export type End = Walked | { readonly stuck: string };

export interface Entry {
  readonly walk: string;
  readonly seed: number;
  readonly browser: string;
  readonly end: End;
}

/** What was walked, a line of JSON each, so that a campaign goes on where it was cut off. */
interface Journal {
  readonly entries: readonly Entry[];
  add(entry: Entry): Promise<void>;
}

/** Opens the journal in this file; without one it is forgotten with the process. */
export async function openJournal(path: string | undefined): Promise<Journal> {
  const entries = path === undefined ? [] : await readLines(path);
  return {
    entries,
    async add(entry) {
      entries.push(entry);
      if (path !== undefined) await appendFile(path, `${JSON.stringify(entry)}\n`);
    },
  };
}

async function readLines(path: string): Promise<Entry[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return "";
  });
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry);
}
