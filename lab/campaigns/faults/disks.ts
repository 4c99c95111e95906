import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A folder that may be a disk of its own, which can be filled and frozen without harm to others. */
interface Disk {
  readonly path: string;
  /** Whether this user may mount one; else it is a plain folder. */
  readonly isOwn: boolean;
  unmount(): void;
}

/** A disk in memory. */
export const mountMemory = (path: string, mib: number): Disk =>
  mounted(path, ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", path]);

/** A disk in a file of its own: unlike memory, it can be frozen. */
export function mountImage(path: string, image: string, mib: number): Disk {
  writeFileSync(image, "");
  truncateSync(image, mib * 1024 * 1024);
  try {
    execFileSync("mkfs.ext4", ["-q", "-F", image], { stdio: "ignore" });
  } catch {
    // Without the tool a plain folder, as without the right to mount.
    mkdirSync(path, { recursive: true });
    return { path, isOwn: false, unmount: () => undefined };
  }
  return mounted(path, ["-o", "loop", image, path]);
}

function mounted(path: string, words: readonly string[]): Disk {
  mkdirSync(path, { recursive: true });
  try {
    execFileSync("mount", words, { stdio: "ignore" });
  } catch {
    return { path, isOwn: false, unmount: () => undefined };
  }
  // Detached: an interrupted run leaves processes behind for a moment, and must not leave the disk behind.
  // One that lies on another disk has gone with that.
  const unmount = () => void spawnSync("umount", ["--lazy", path], { stdio: "ignore" });
  process.once("exit", unmount);
  return {
    path,
    isOwn: true,
    unmount() {
      process.off("exit", unmount);
      unmount();
    },
  };
}

/** Fills the disk; what it returns makes room again. */
export function fill({ path }: Disk): () => void {
  const filler = join(path, "filler");
  const file = openSync(filler, "w");
  try {
    for (let bytes = Buffer.alloc(1024 * 1024); bytes.length > 0; ) {
      try {
        writeSync(file, bytes);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        bytes = bytes.subarray(0, bytes.length >> 1);
      }
    }
  } finally {
    closeSync(file);
  }
  return () => rmSync(filler);
}

/** Freezes until a line or the end of its input, which the death of this process brings as well. */
const FREEZER = 'fsfreeze --freeze "$1" && echo frozen && read -r _; fsfreeze --unfreeze "$1"';

/** Lets every write to the disk hang; what it returns thaws it. */
export async function freeze({ path }: Disk): Promise<() => Promise<void>> {
  const shell = spawn("/bin/sh", ["-c", FREEZER, "selfsame-freezer", path], {
    stdio: ["pipe", "pipe", "ignore"],
    // Ctrl-C is not for it: it thaws the disk when this process is gone.
    detached: true,
  });
  await once(shell.stdout, "data");
  return async () => {
    shell.stdin.end("\n");
    await once(shell, "exit");
  };
}
