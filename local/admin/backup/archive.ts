import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { extract, Header, Pack, ReadEntry } from "tar";
import { CommandError } from "../command.ts";

/** One file of an archive. */
export interface Entry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
}

/** Adds a file of exactly `size` bytes. */
type Add = (name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<Entry>;

/** Writes the files that `fill` adds into a new tar file for its owner alone, and waits for the disk. */
export async function writeArchive<T>(path: string, fill: (add: Add) => Promise<T>): Promise<T> {
  const pack = new Pack({ portable: true });
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const filled = fill((...added) => addFile(pack, ...added)).then(
    (result) => {
      pack.end();
      return result;
    },
    (error: unknown) => {
      pack.destroy(error);
      throw error;
    },
  );
  const [result] = await Promise.all([filled, pipeline(pack, file)]);
  return result;
}

async function addFile(pack: Pack, ...[path, size, content]: Parameters<Add>): Promise<Entry> {
  const entry = new ReadEntry(new Header({ path, size, mode: 0o600, type: "File" }));
  pack.write(entry);
  const hash = createHash("sha256");
  for await (const chunk of content) {
    hash.update(chunk);
    if (!entry.write(chunk)) await once(entry, "drain");
  }
  const packed = entry.promise();
  entry.end();
  await packed;
  return { name: path, size, sha256: hash.digest("hex") };
}

/**
 * Reads a tar file into an empty folder, and returns the names of its files. Throws CommandError
 * `backup_damaged` for a file that is no whole tar archive, and for an archive with anything but files of
 * these names: a link, a folder, a path out of the folder.
 */
export async function extractArchive(
  file: string,
  folder: string,
  isExpected: (name: string) => boolean,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const foreign: string[] = [];
  // Compressed data may expand to more than the disk holds; a backup is not compressed.
  let { size: room } = await stat(file);
  await extract({
    file,
    cwd: folder,
    strict: true,
    filter(name, entry) {
      const isFile = "type" in entry && entry.type === "File";
      room -= entry.size;
      const belongs = isFile && isExpected(name) && room >= 0;
      if (belongs) names.add(name);
      else foreign.push(name);
      return belongs;
    },
  }).catch((error: unknown) => {
    if (!isOfArchive(error)) throw error;
    throw names.size > 0 ? damaged(error.message) : notABackup(file, "no tar archive begins there");
  });
  const stray = foreign.length === 0 ? "it contains no file" : `${foreign[0]} does not belong to a backup`;
  if (names.size === 0) throw notABackup(file, stray);
  if (foreign.length > 0) throw damaged(stray);
  return names;
}

/** An error of the archive's own, and not of the disk that it is read to. */
const isOfArchive = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && /^(TAR|Z)_/.test(String(error.code));

const notABackup = (file: string, why: string) =>
  damaged(`${file} is not a backup, or it is damaged: ${why}. backup create writes one`);

export const damaged = (message: string) => new CommandError("backup_damaged", message);
