import { chmodSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { bringModels } from "#local/stack/models.ts";
import { useFolder } from "../../harness/folder.ts";

const root = useFolder();
const READER = "Print is read by the bundled reader: marks and spaces get lost (ŁUKASZ is read as LUKASZ).";

/** The lines of a start without a network: neither the publishers nor pip answer. */
async function start(modelsPull: boolean): Promise<{ lines: string[]; isPipCalled: boolean }> {
  const bin = mkdtempSync(join(root, "bin-"));
  writeFileSync(join(bin, "python3"), `#!/bin/sh\ntouch ${bin}/called\nexit 1\n`);
  chmodSync(join(bin, "python3"), 0o755);
  vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  const lines: string[] = [];
  const folder = mkdtempSync(join(root, "models-"));
  await bringModels(folder, { modelsFrom: undefined, modelsPull }, (line) => lines.push(line));
  return { lines, isPipCalled: existsSync(join(bin, "called")) };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it("a start without a network says how much it would download, and goes on with the bundled reader", async () => {
  const { lines, isPipCalled } = await start(true);
  expect(lines).toContain("Downloading rapidocr==3.10.0 with pip: 27 MB");
  expect(lines.filter((line) => line === READER)).toHaveLength(1);
  expect(isPipCalled).toBe(true);
});

it("MODELS_FROM that is no folder is one line, not one for each file", async () => {
  const lines: string[] = [];
  const folder = mkdtempSync(join(root, "models-"));
  await bringModels(folder, { modelsFrom: "/nope", modelsPull: true }, (line) => lines.push(line));
  expect(lines.filter((line) => line.includes("/nope"))).toEqual([
    expect.stringMatching(/^\d files are not downloaded: \/nope is no folder and no http\(s\) address\.$/),
  ]);
});

it("MODELS_PULL=0 downloads nothing, and says which reader is left", async () => {
  const { lines, isPipCalled } = await start(false);
  expect(lines[0]).toContain("MODELS_PULL=0");
  expect(lines.filter((line) => line === READER)).toHaveLength(1);
  expect(isPipCalled).toBe(false);
});
