import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FolderInUseError, lockFolder } from "#local/stack/lock.ts";

const LOCK = join(import.meta.dirname, "../../../local/stack/lock.ts");
const HOLDER = `
const { lockFolder } = await import(${JSON.stringify(LOCK)});
globalThis.unlock = await lockFolder(process.argv[2]).catch((error) => error);
process.send(globalThis.unlock.name === "FolderInUseError" ? "refused" : "locked");
setInterval(() => undefined, 1_000);
`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-lock-"));
  await writeFile(join(folder, "holder.ts"), HOLDER);
});
afterEach(() => rm(folder, { recursive: true }));

async function hold() {
  const holder = fork(join(folder, "holder.ts"), [folder]);
  const [outcome] = await once(holder, "message");
  return { holder, outcome };
}

it("a data folder belongs to one stack: of several that start at once one wins, and the others say so", async () => {
  const starters = await Promise.all([hold(), hold(), hold()]);
  expect(starters.map(({ outcome }) => outcome).sort()).toEqual(["locked", "refused", "refused"]);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  for (const { holder } of starters) holder.kill("SIGKILL");
});

it("the lock of a stack that was killed is free at once, whoever bears its process's number now", async () => {
  const { holder } = await hold();
  holder.kill("SIGKILL");
  await once(holder, "exit");
  // Earlier versions took a file with the number of any live process, such as our own, for a running stack.
  await writeFile(join(folder, "stack.lock"), `${process.pid}\n`);
  const unlock = await lockFolder(folder);
  unlock();
  (await lockFolder(folder))();
});
