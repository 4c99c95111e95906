import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A folder that may be a disk of its own, which can be filled without harm to others. */
interface Disk {
  readonly path: string;
  /** Whether this user may mount one; else it is a plain folder. */
  readonly isOwn: boolean;
  unmount(): void;
}

/** A disk in memory. */
export function mountMemory(path: string, mib: number): Disk {
  mkdirSync(path, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", path], { stdio: "ignore" });
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

/** Fills the disk; the returned function frees it again. */
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
