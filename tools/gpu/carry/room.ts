import { execFileSync } from "node:child_process";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { GpuError } from "../errors.ts";

const MIB = 2 ** 20;

/** What one call carries: the repository's own files, and a piece. */
const CALL = 64 * MIB;
/** For files that come into the repository between packing and carrying. */
const SPARE = 4 * MIB;
/** A smaller piece would make a call of every few megabytes. */
const LEAST = 8 * MIB;

/** Bytes that a piece may have beside the repository's own. Throws GpuError: piece_too_large. */
export function roomFor(repository: number): number {
  const room = CALL - SPARE - repository;
  if (room >= LEAST) return room;
  throw new GpuError(
    "piece_too_large",
    `The repository's own files are ${(repository / MIB).toFixed(1)} MiB; a call carries ${CALL / MIB} MiB, and too little is left for a piece.`,
  );
}

/** Bytes of the files that travel with every call: what git tracks, and what it does not ignore. */
export function travelling(root: string): number {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const paths = new Set(listed.split("\0").filter((path) => path !== ""));
  return [...paths].reduce(
    (bytes, path) => bytes + (lstatSync(join(root, path), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
