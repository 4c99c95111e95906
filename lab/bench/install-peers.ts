import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, ".local/bench-peers");
const MANIFEST = join(import.meta.dirname, "peers/package.json");

/**
 * The folder in which the peers of `package.json` are installed, from the registry that `.npmrc` names; the
 * first call takes a minute. They are no dependencies of the product: nobody but the bench needs them.
 */
export function installPeers(): string {
  const installed = join(FOLDER, "package.json");
  const isCurrent = existsSync(installed) && readFileSync(installed).equals(readFileSync(MANIFEST));
  if (isCurrent) return FOLDER;
  mkdirSync(FOLDER, { recursive: true });
  const npmrc = join(ROOT, ".npmrc");
  if (existsSync(npmrc)) copyFileSync(npmrc, join(FOLDER, ".npmrc"));
  const wanted = JSON.parse(readFileSync(MANIFEST, "utf8")).dependencies as Record<string, string>;
  const packages = Object.entries(wanted).map(([name, version]) => `${name}@${version}`);
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-save", "--no-package-lock"];
  execFileSync("npm", ["install", "--prefix", FOLDER, ...quiet, ...packages], {
    cwd: FOLDER,
    stdio: "inherit",
  });
  copyFileSync(MANIFEST, installed);
  return FOLDER;
}
