import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from "node:fs";
import { type Canaries, countAll } from "./search.ts";

const PAGE = 4_096;
/** Pages of a process's memory that are read at once: 16 MiB. */
const PART = 4_096;
/** Bytes of a page's entry in `pagemap`; its last one says in two bits that there is anything. */
const ENTRY = 8;
const THERE = 0xc0;

/** The process and its descendants. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const);
  const children = (of: number): number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...children(child)]);
  return [pid, ...children(pid)];
}

function parentOf(pid: number): number {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[1],
    );
  } catch {
    return 0;
  }
}

/**
 * Searches what a process may write to and has written: heap, stacks and its other private memory. Waits
 * between parts, so that who shares this thread goes on.
 */
export async function searchMemory(pid: number, canaries: Canaries): Promise<string[]> {
  const found = new Map<string, number>();
  const memory = openSync(`/proc/${pid}/mem`, "r");
  try {
    for (const { from, pages, kind } of writtenOf(pid)) {
      const bytes = tryRead(memory, from * PAGE, pages * PAGE);
      for (const [name, patterns] of canaries) {
        const hits = countAll(bytes, patterns);
        const where = `${kind}: ${name}`;
        if (hits > 0) found.set(where, (found.get(where) ?? 0) + hits);
      }
      await new Promise(setImmediate);
    }
  } finally {
    closeSync(memory);
  }
  return [...found].map(([name, hits]) => `${name}, ${hits} times`);
}

interface Run {
  /** Number of the first page. */
  readonly from: number;
  readonly pages: number;
  /** `[heap]`, `[stack]`, a file's path, or what has no name. */
  readonly kind: string;
}

/** Runs of pages that may be written to and hold anything: much is only reserved. */
function* writtenOf(pid: number): Generator<Run> {
  const pagemap = openSync(`/proc/${pid}/pagemap`, "r");
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
      const [range = "", permissions = "", , , , kind = ""] = line.split(/ +/);
      if (!permissions.startsWith("rw")) continue;
      const [from = 0, to = 0] = range.split("-").map((text) => Number.parseInt(text, 16) / PAGE);
      for (const run of runsOf(pagemap, from, to)) yield { ...run, kind: kind || "anonymous" };
    }
  } finally {
    closeSync(pagemap);
  }
}

function* runsOf(pagemap: number, from: number, to: number): Generator<Omit<Run, "kind">> {
  let start: number | undefined;
  for (let at = from; at < to; at += PART) {
    const entries = tryRead(pagemap, at * ENTRY, Math.min(PART, to - at) * ENTRY);
    for (let i = 0; i < entries.length / ENTRY; i++) {
      const isThere = (entries[i * ENTRY + ENTRY - 1]! & THERE) !== 0;
      const page = at + i;
      if (start !== undefined && (!isThere || page - start === PART)) {
        yield { from: start, pages: page - start };
        start = undefined;
      }
      if (isThere) start ??= page;
    }
  }
  if (start !== undefined) yield { from: start, pages: to - start };
}

/** Memory that was given back meanwhile cannot be read. */
function tryRead(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, length, at));
  } catch {
    return bytes.subarray(0, 0);
  }
}

/** The program of a process, for people. */
export function programOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const script = words.find((word) => /\.(ts|js)$/.test(word));
  return script?.split("/").slice(-2).join("/") ?? readlinkSync(`/proc/${pid}/exe`).split("/").at(-1)!;
}
