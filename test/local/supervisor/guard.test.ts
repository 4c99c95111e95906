import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventually } from "../../harness/eventually.ts";
import { useFolder } from "../../harness/folder.ts";

const SUPERVISOR = join(import.meta.dirname, "../../../local/supervisor/supervised-process.ts");
/** A process with a child of its own that neither of them ends, as an edge with its workerd. */
const CHILD = `
const { spawn } = await import("node:child_process");
const grandchild = spawn("sleep", ["600"]);
process.stdout.write(JSON.stringify({ event: "ready", pids: [process.pid, grandchild.pid] }) + "\\n");
process.on("disconnect", () => undefined);
setInterval(() => undefined, 1_000);
`;
const STARTER = `
const { SupervisedProcess } = await import(${JSON.stringify(SUPERVISOR)});
const [script] = process.argv.slice(2);
const spec = { name: "child", script, environment: {}, ports: [], onRestart: () => ({}), stopMs: 1_000 };
const { pids } = await new SupervisedProcess(spec).start();
process.send(pids);
`;

const folder = useFolder();

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it("no process of a stack outlives it, even when the stack and its processes are killed at once", async () => {
  await writeFile(join(folder, "child.mjs"), CHILD);
  await writeFile(join(folder, "starter.ts"), STARTER);
  for (const killsChild of [false, true]) {
    const starter = fork(join(folder, "starter.ts"), [join(folder, "child.mjs")]);
    const [pids] = (await once(starter, "message")) as [[number, number]];
    expect(pids.map(lives)).toEqual([true, true]);
    starter.kill("SIGKILL");
    if (killsChild) process.kill(pids[0], "SIGKILL");
    await eventually(() => pids.map(lives)).toEqual([false, false]);
  }
});
