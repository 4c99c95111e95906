import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CHECKS, run, UNCHECKED, versionOf } from "./checks.ts";

const HELP = `Usage: npx node tools/deploy/main.ts

Checks each file of deploy/ with the tool that reads it: ${CHECKS.map(({ name }) => name).join(", ")}.
Tools are in PATH or in .local/tools/bin, where tools/deploy/install.sh puts them. Exit code 1: a tool rejects a file,
and says why. A missing tool, and a file without a tool, are listed and are no failure.
`;

/** Says what each tool found; whether none of them refused a file. */
async function lint(folder: string): Promise<boolean> {
  const missing: string[] = [];
  let refused = 0;
  for (const { name, tool, of, steps } of CHECKS) {
    const version = versionOf(tool);
    if (version === undefined) {
      missing.push(`${name}: not checked are ${of.join(", ")}`);
      continue;
    }
    console.log(`${name} ${version}`);
    for (const { what, args } of await steps(folder)) {
      const { ok, output } = run([...tool.command, ...args]);
      console.log(`  ${ok ? "holds  " : "REFUSED"}  ${what}`);
      if (!ok) console.log(output);
      refused += ok ? 0 : 1;
    }
  }
  for (const [path, why] of Object.entries(UNCHECKED)) console.log(`not tried  ${path}: ${why}`);
  for (const line of missing) console.log(`not found  ${line}`);
  console.log(`${CHECKS.length - missing.length} of ${CHECKS.length} tools ran, ${refused} files rejected`);
  return refused === 0;
}

const { values } = parseArgs({ options: { help: { type: "boolean" } } });
if (values.help) process.stdout.write(HELP);
else {
  const folder = mkdtempSync(join(tmpdir(), "deploy-lint-"));
  try {
    if (!(await lint(folder))) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
