import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Bytes that must not be found, by their meaning. */
export type Canaries = ReadonlyMap<string, readonly Buffer[]>;

/** A text in the encodings of databases and JavaScript engines. */
export const ofText = (text: string): Buffer[] => [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")];

/** The findings, one line each. */
export const searchBytes = (bytes: Buffer, canaries: Canaries, where: string): string[] =>
  [...canaries].flatMap(([name, patterns]) => {
    const hits = countAll(bytes, patterns);
    return hits > 0 ? [`${where}: ${name}, ${hits} times`] : [];
  });

const countAll = (bytes: Buffer, patterns: readonly Buffer[]): number =>
  patterns.reduce((sum, pattern) => sum + count(bytes, pattern), 0);

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

export const searchFile = (file: string, canaries: Canaries): string[] =>
  searchBytes(readFile(file), canaries, basename(file));

/** A Durable Object that becomes idle deletes its log. */
function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
