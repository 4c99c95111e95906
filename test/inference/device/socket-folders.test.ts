import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newSocketFolder, sweepSocketFolders } from "../../../inference/device/socket-folders.ts";

/** Of a process that has ended. */
const gone = spawnSync(process.execPath, ["-e", ""]).pid;

/** A folder with the socket of a process that was killed. */
function leftBehind(of = gone): string {
  const folder = mkdtempSync(newSocketFolder(of));
  const listen = `require("node:net").createServer().listen(${JSON.stringify(join(folder, "0-0.0"))}, () =>
    process.kill(process.pid, "SIGKILL"))`;
  spawnSync(process.execPath, ["-e", listen]);
  expect(existsSync(join(folder, "0-0.0"))).toBe(true);
  return folder;
}

it("a host that starts removes the sockets' folders of hosts that died, and of no others (L9)", async () => {
  const dead = leftBehind();
  // Its device has just died, and is started again.
  const crashed = leftBehind(process.pid);
  const [elsewhere, starting, empty] = Array.from({ length: 3 }, () => mkdtempSync(newSocketFolder(gone)));
  utimesSync(empty!, 0, 0);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(elsewhere!, "0-0.7"), resolve));
  try {
    await sweepSocketFolders();
    const left = { dead, crashed, elsewhere, starting, empty };
    expect(Object.entries(left).map(([name, folder]) => [name, existsSync(folder!)])).toEqual([
      ["dead", false],
      ["crashed", true],
      ["elsewhere", true],
      ["starting", true],
      ["empty", false],
    ]);
  } finally {
    server.close();
    for (const folder of [crashed, elsewhere, starting]) rmSync(folder!, { recursive: true, force: true });
  }
});
