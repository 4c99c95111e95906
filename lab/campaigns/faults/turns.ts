import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { layout } from "../../../local/stack/files.ts";
import { startStack } from "../../../test/harness/stack/stack.ts";
import type { Rig } from "./rig.ts";

const ADMIN = join(import.meta.dirname, "../../../local/admin.ts");

/**
 * Runs an operator's command on the stack of a folder, in a process of its own: in this one it would hold up
 * the proxies. Throws with what it refuses.
 */
async function admin(folder: string, ...words: string[]): Promise<void> {
  const env = { ...process.env, SELFSAME_DATA: folder };
  await promisify(execFile)(process.execPath, [ADMIN, ...words], { env });
}

/** Turns the master key, while the stack is used. */
export const turnMasterKey = ({ disk }: Rig): Promise<void> => admin(disk.path, "data-keys", "rotate");

/** Makes a backup while the stack serves, restores it on another folder, and asks the stack there. */
export async function backUpAndRestore({ folder, disk, load }: Rig): Promise<void> {
  const before = [...load.acknowledged];
  const file = join(folder, `${before.length}.backup`);
  await admin(disk.path, "backup", "create", file);
  const other = await mkdtemp(join(folder, "restored-"));
  await copyFile(layout(disk.path).secrets, layout(other).secrets);
  await admin(other, "backup", "restore", file);
  const stack = await startStack({
    SELFSAME_DATA: other,
    ENGINES: "1",
    MODELS_PULL: "0",
    // Every result is asked for at once.
    LIMIT_KEY_READS: "1000000",
  });
  try {
    const lost = await unreadable(stack.facts.api, load.key, before);
    if (lost > 0) throw new Error(`${lost} of ${before.length} results are not in the restored stack`);
  } finally {
    await stack.stop();
    await rm(file, { force: true });
  }
}

/** How many of the results an API does not show. */
async function unreadable(api: string, key: string, ids: readonly string[]): Promise<number> {
  let lost = 0;
  for (const id of ids) {
    const answer = await fetch(`${api}/v1/ocr/${id}`, { headers: { authorization: `Bearer ${key}` } });
    if (!answer.ok) lost++;
    await answer.body?.cancel();
  }
  return lost;
}
