import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventually } from "../../../test/harness/eventually.ts";
import { MODELS_DIR } from "../../../test/harness/inference/process.ts";

const MAIN = join(import.meta.dirname, "../../gpu/main.ts");
let folder: string;
let flags: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "selfsame-gpu-run-"));
  for (const kind of ["faces", "documents"]) mkdirSync(join(folder, kind));
  flags = ["--provider", "cpu", "--material", folder, "--models", MODELS_DIR];
});
afterEach(() => rmSync(folder, { recursive: true }));

it("a part that takes too long is ended and has failed, and the next one is measured all the same", () => {
  const out = join(folder, "out.json");
  const parts = ["batches", "libraries", "--limit", "5", "--out", out];
  const { status, stdout } = spawnSync(process.execPath, [MAIN, ...parts, ...flags], {
    encoding: "utf8",
  });
  expect(stdout).toContain("FAILED: it took more than 5 s");
  expect(stdout).toContain("1 bars missed");
  expect(status).toBe(1);
  expect(JSON.parse(readFileSync(out, "utf8")).parts).toMatchObject({
    batches: { failure: "it took more than 5 s" },
    libraries: { figures: [{ name: "libraries that the provider asks for" }, {}] },
  });
});

it("a run that is stopped leaves nothing of a part behind", async () => {
  const run = spawn(process.execPath, [MAIN, "service", ...flags], { stdio: "ignore" });
  // The tool, the part, the service that it has started, and a process of that.
  await eventually(() => familyOf(run.pid!).length).toBeGreaterThan(3);
  const started = familyOf(run.pid!);
  run.kill("SIGTERM");
  expect(await once(run, "close")).toEqual([1, null]);
  await eventually(() => started.filter(isRunning)).toEqual([]);
});

/** A process that has ended and that nobody has asked about yet does not run any more. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** The process and its descendants. */
function familyOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const);
  const children = (of: number): number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...children(child)]);
  return [pid, ...children(pid)];
}

function parentOf(pid: number): number {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[1],
    );
  } catch {
    return 0;
  }
}
