import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Holds scripted workers at their work until a test opens it: see `Command.until`. */
export function closedGate() {
  const folder = mkdtempSync(join(tmpdir(), "selfsame-gate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const until = join(folder, "open");
  return { until, open: () => writeFileSync(until, "") };
}
