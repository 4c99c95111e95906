import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSecrets } from "#local/stack/secrets.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-damaged-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ["{bad", "is not valid JSON"],
  ["{}", "lacks DATA_KEYS"],
  ["[]", "lacks an object"],
])("a damaged file of secrets is named, with its fault: %s", async (content, fault) => {
  const path = join(folder, "secrets.json");
  await writeFile(path, content);
  await expect(loadSecrets(path)).rejects.toMatchObject({
    code: "file_damaged",
    message: `${path} ${fault}. Restore it from a backup.`,
  });
});
