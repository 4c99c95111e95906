import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import type { BuiltFiles } from "../../edge/capture/assets.ts";

const ROOT = join(import.meta.dirname, "../..");
const KB = 1_000;

let built: BuiltFiles;
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, "local/edge/build-capture.ts")]);
  ({ default: built } = await import(join(ROOT, ".local/capture/files.js")));
});

const gzipped = (name: string) => gzipSync(built.files[name]!.body, { level: 9 }).length;

it("reaches a person on a slow line: a script of 51 kB with its texts, and a style of 8 kB, compressed", () => {
  expect(gzipped(built.script)).toBeLessThanOrEqual(51 * KB);
  expect(gzipped(built.style)).toBeLessThanOrEqual(8 * KB);
});
