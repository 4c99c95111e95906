import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** An empty folder, which is removed after the tests of its file or suite. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "selfsame-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
