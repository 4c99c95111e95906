import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

/** Bytes that must not be found, by what they are. */
export type Canaries = ReadonlyMap<string, readonly Buffer[]>;

/** Bytes of a process's memory that are read at once. */
const PART = 16 * 1024 * 1024;

/** A text as databases and engines of JavaScript hold it. */
export const ofText = (text: string): Buffer[] => [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")];

/** What was found, as one line each. */
export function searchBytes(bytes: Buffer, canaries: Canaries, where: string): string[] {
  const found: string[] = [];
  for (const [name, patterns] of canaries) {
    const hits = patterns.reduce((sum, pattern) => sum + count(bytes, pattern), 0);
    if (hits > 0) found.push(`${where}: ${name}, ${hits} times`);
  }
  return found;
}

function count(bytes: Buffer, pattern: Buffer): number {
  let hits = 0;
  for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + 1)) hits++;
  return hits;
}

/** Every file of a folder and of those in it, without links. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

export const searchFolder = (folder: string, canaries: Canaries): string[] =>
  filesOf(folder).flatMap((file) => searchBytes(readFile(file), canaries, file.slice(folder.length + 1)));

/** A Durable Object that goes to rest takes its log away. */
function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

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

/** Searches what a process may write to: heap, stacks and its other private memory. */
export function searchMemory(pid: number, canaries: Canaries): string[] {
  const found = new Map<string, number>();
  const memory = openSync(`/proc/${pid}/mem`, "r");
  try {
    for (const [from, to] of writableOf(pid)) {
      for (let at = from; at < to; at += PART) {
        const bytes = Buffer.alloc(Math.min(PART, to - at));
        const read = tryRead(memory, bytes, at);
        for (const [name, patterns] of canaries) {
          const hits = patterns.reduce((sum, pattern) => sum + count(bytes.subarray(0, read), pattern), 0);
          if (hits > 0) found.set(name, (found.get(name) ?? 0) + hits);
        }
      }
    }
  } finally {
    closeSync(memory);
  }
  return [...found].map(([name, hits]) => `${name}, ${hits} times`);
}

/** Parts that may be written to and hold anything: much is only reserved. */
function writableOf(pid: number): [from: number, to: number][] {
  const parts: [number, number][] = [];
  let part: [number, number] | undefined;
  for (const line of readFileSync(`/proc/${pid}/smaps`, "utf8").split("\n")) {
    const [range, permissions] = line.split(" ");
    if (permissions?.startsWith("rw") && range?.includes("-")) {
      const [from, to] = range.split("-").map((text) => Number.parseInt(text, 16));
      part = [from!, to!];
    } else if (/^[0-9a-f]+-/.test(line)) part = undefined;
    else if (part !== undefined && /^(Rss|Swap): +[1-9]/.test(line)) {
      parts.push(part);
      part = undefined;
    }
  }
  return parts;
}

/** Memory that was given back meanwhile cannot be read. */
function tryRead(memory: number, bytes: Buffer, at: number): number {
  try {
    return readSync(memory, bytes, 0, bytes.length, at);
  } catch {
    return 0;
  }
}

/** The program of a process, for people. */
export function programOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const script = words.find((word) => /\.(ts|js)$/.test(word));
  return script?.split("/").slice(-2).join("/") ?? readlinkSync(`/proc/${pid}/exe`).split("/").at(-1)!;
}

export const bytesOfFile = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
