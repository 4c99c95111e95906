import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useFolder } from "../harness/folder.ts";

const folder = useFolder();

it.each([
  ...["start", "admin", "demo", "samples", "inference", "edge", "migrate", "wallet", "gpu", "lab"],
  ...["test", "test:all", "test:browser"],
])("before npm ci, npm run %s says in one line to run it", (script) => {
  mkdirSync(join(folder, "tools"), { recursive: true });
  for (const file of ["package.json", "tools/installed.sh"]) copyFileSync(file, join(folder, file));
  const { status, stderr } = spawnSync("npm", ["run", "--loglevel=error", script], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toBe("Packages are not installed: run npm ci first.\n");
  expect(status).toBe(1);
});
