import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** An empty folder, which is removed after the tests of the file, or of the suite, that asks for it. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "selfsame-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
