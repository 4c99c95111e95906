import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeSocketFolder, sweepSocketFolders } from "#inference/processes/socket-folders.ts";
import { GONE, leaveSocket } from "../../harness/left-socket.ts";

it.each(["device", "edge"] as const)(
  "a process that starts removes the folders for sockets of those that died, and of no others (L9): %s",
  async (owner) => {
    const dead = leaveSocket(owner);
    // Its child process has just died, and is restarted.
    const crashed = leaveSocket(owner, process.pid);
    const another = leaveSocket(owner === "edge" ? "device" : "edge");
    const [elsewhere, starting, empty] = Array.from({ length: 3 }, () => makeSocketFolder(owner, GONE));
    writeFileSync(join(starting!, "pid"), "1");
    utimesSync(empty!, 0, 0);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(elsewhere!, "0-0.7"), resolve));
    try {
      await sweepSocketFolders(owner);
      const left = { dead, crashed, another, elsewhere, starting, empty };
      expect(Object.entries(left).map(([name, folder]) => [name, existsSync(folder!)])).toEqual([
        ["dead", false],
        ["crashed", true],
        ["another", true],
        ["elsewhere", true],
        ["starting", true],
        ["empty", false],
      ]);
    } finally {
      server.close();
      for (const folder of [crashed, another, elsewhere, starting])
        rmSync(folder!, { recursive: true, force: true });
    }
  },
);
