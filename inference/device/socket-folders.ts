import { lstat, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "selfsame-device-";

/** How the folder begins in which a host keeps the sockets of its devices: with its process. */
export const newSocketFolder = (pid = process.pid) => join(tmpdir(), `${PREFIX}${pid}-`);

/** A host that starts has no socket in its folder yet. */
const YOUNG_MS = 60 * 60_000;

/** Removes the folders of this user's hosts that have died and could not do so themselves. */
export async function sweepSocketFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || lives(Number(pid))) continue;
    const isOver = await isLeft(folder).catch((error: NodeJS.ErrnoException) => {
      // Another host that starts has removed it.
      if (error.code === "ENOENT") return false;
      throw error;
    });
    if (isOver) await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a process of this user has the number. */
function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Whether the folder is this user's and no process listens in it, such as a host of another container. */
async function isLeft(folder: string): Promise<boolean> {
  const { uid, mtimeMs } = await lstat(folder);
  if (uid !== process.getuid?.()) return false;
  const sockets = await readdir(folder);
  if (sockets.length === 0) return mtimeMs < Date.now() - YOUNG_MS;
  const listening = await Promise.all(sockets.map((socket) => listens(join(folder, socket))));
  return !listening.includes(true);
}

function listens(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    probe.once("connect", () => resolve(true));
    // Where a process has died, the connection is refused.
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED"));
    probe.once("connect", () => probe.destroy());
  });
}
