import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FolderInUseError, lockFolder } from "#local/stack/lock.ts";
import { useFolder } from "../../harness/folder.ts";

const LOCK = join(import.meta.dirname, "../../../local/stack/lock.ts");
const HOLDER = `
const { lockFolder } = await import(${JSON.stringify(LOCK)});
globalThis.unlock = await lockFolder(process.argv[2]).catch((error) => error);
process.send(globalThis.unlock.name === "FolderInUseError" ? "refused" : "locked");
setInterval(() => undefined, 1_000);
`;

const folder = useFolder();
await writeFile(join(folder, "holder.ts"), HOLDER);

async function hold() {
  const holder = fork(join(folder, "holder.ts"), [folder]);
  const [outcome] = await once(holder, "message");
  return { holder, outcome };
}

it("a data folder belongs to one stack: of several that start at once one wins, and the others say so", async () => {
  const starters = await Promise.all([hold(), hold(), hold()]);
  expect(starters.map(({ outcome }) => outcome).sort()).toEqual(["locked", "refused", "refused"]);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  for (const { holder } of starters) {
    holder.kill("SIGKILL");
    await once(holder, "exit");
  }
});

it("the lock of a stack that was killed, or that has let go of it, is free at once", async () => {
  const { holder } = await hold();
  holder.kill("SIGKILL");
  await once(holder, "exit");
  for (let n = 0; n < 2; n++) (await lockFolder(folder))();
});

it("a data folder that is a file is named, with the setting that names it", async () => {
  const file = join(folder, "holder.ts");
  await expect(lockFolder(file)).rejects.toThrow(
    `settings: SELFSAME_DATA: ${file} is a file, not a folder. Choose a folder.`,
  );
});
