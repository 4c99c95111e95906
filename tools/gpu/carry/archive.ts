import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GpuError } from "../errors.ts";

/** Where the plan finds each piece: a folder with the piece and the list of all. */
interface Piece {
  readonly folder: string;
  readonly bytes: number;
}

/**
 * Packs a folder as a tar archive, compressed by xz, in numbered pieces: each in a folder of its own, beside
 * the names and hashes of all. Throws GpuError missing where tar, xz or split is not there.
 */
export function archive(folder: string, into: string, bytes: number): Piece[] {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const command = 'set -e; tar -C "$1" -cf - . | xz -T0 -0 | split -b "$3" -d - "$2/piece-"';
  const { status } = spawnSync("bash", ["-o", "pipefail", "-c", command, "bash", folder, into, `${bytes}`], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new GpuError("missing", "packing needs bash, tar, xz and split.");
  const names = readdirSync(into).toSorted();
  const sums = names.map((name) => ({ name, sha256: sha256(readFileSync(join(into, name))) }));
  return names.map((name, i) => {
    const place = join(into, String(i + 1));
    mkdirSync(place);
    renameSync(join(into, name), join(place, name));
    writeFileSync(join(place, "pieces.json"), JSON.stringify(sums));
    return { folder: place, bytes: readFileSync(join(place, name)).length };
  });
}

const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
