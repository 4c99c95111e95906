import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeSocketFolder } from "#inference/processes/socket-folders.ts";

/** Of a process that has ended. */
export const GONE = spawnSync(process.execPath, ["-e", ""]).pid;

/** A folder with the socket and the note of a process that was killed. */
export function leaveSocket(owner: "device" | "edge", pid = GONE): string {
  const folder = makeSocketFolder(owner, pid);
  const socket = join(folder, "0-0.0");
  const listen = `require("node:net").createServer().listen(${JSON.stringify(socket)}, () =>
    process.kill(process.pid, "SIGKILL"))`;
  spawnSync(process.execPath, ["-e", listen]);
  if (!existsSync(socket)) throw new Error(`no socket was left in ${folder}`);
  writeFileSync(join(folder, "pid"), `${pid}`);
  return folder;
}
