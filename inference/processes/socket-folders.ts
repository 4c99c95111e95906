import { mkdtempSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Owner of a folder's sockets: a host's devices, or an edge's workerd. */
type Owner = "device" | "edge";

const prefixOf = (owner: Owner) => `selfsame-${owner}-`;

/** Makes a folder for sockets that only this user may enter; its name has the process that keeps it. */
export const makeSocketFolder = (owner: Owner, pid = process.pid): string =>
  mkdtempSync(join(tmpdir(), `${prefixOf(owner)}${pid}-`));

/** A process that is starting may have no socket in its folder. */
const YOUNG_MS = 60 * 60_000;

/** Removes the folders of this user's processes that have died and could not do so themselves. */
export async function sweepSocketFolders(owner: Owner): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name);
    const [, pid] = new RegExp(`^${prefixOf(owner)}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || lives(Number(pid))) continue;
    const isOver = await isLeft(folder).catch((error: NodeJS.ErrnoException) => {
      // Another process that starts has removed it.
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

/** Whether the folder is this user's and no process listens in it, such as one of another container. */
async function isLeft(folder: string): Promise<boolean> {
  const { uid, mtimeMs } = await lstat(folder);
  if (uid !== process.getuid?.()) return false;
  const files = await readdir(folder, { withFileTypes: true });
  const sockets = files.filter((file) => file.isSocket());
  if (sockets.length === 0) return mtimeMs < Date.now() - YOUNG_MS;
  const listening = await Promise.all(sockets.map(({ name }) => listens(join(folder, name))));
  return !listening.includes(true);
}

function listens(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    probe.once("connect", () => resolve(true));
    // The connection is rejected if the process has died.
    probe.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED"));
    probe.once("connect", () => probe.destroy());
  });
}
