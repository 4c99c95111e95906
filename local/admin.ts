import { fstatSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// The cache is beside the code, so that a user who can change it could change the code as well. On a
// read-only file system each command compiles the modules.
enableCompileCache(join(import.meta.dirname, "../.local/compile-cache"));
const { runAdmin } = await import("./admin/run.ts");

process.exitCode = await runAdmin(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isReadByOthers: isReadByOthers(),
  untilStopped,
});

/** Whether stdout is a file, and not a terminal or a pipe, that its mode lets others read. */
function isReadByOthers(): boolean {
  const stdout = fstatSync(1);
  return stdout.isFile() && (stdout.mode & 0o077) !== 0;
}

/** From now on the first Ctrl-C, or SIGTERM, stops the command's wait, and not the process. */
function untilStopped(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}
