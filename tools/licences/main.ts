import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLED } from "#inference/pack/bundled.ts";
import { RECOMMENDED } from "#inference/pack/recommended.ts";
import { thirdParty } from "./third-party.ts";

const ROOT = join(import.meta.dirname, "../..");
export const PAGE = join(ROOT, "THIRD_PARTY.md");

/** The page as it should be now. */
export function currentPage(): string {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  return thirdParty(packages, { bundled: BUNDLED, recommended: RECOMMENDED });
}

const HELP = `Usage: npm run generate

Writes THIRD_PARTY.md: the licence of every package and of every model, from the lock file and the packs.
`;

if (import.meta.main) {
  if (process.argv.includes("--help")) process.stdout.write(HELP);
  else writeFileSync(PAGE, currentPage());
}
