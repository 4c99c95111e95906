import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { LANGUAGES } from "#capture/text/language.ts";
import type { BuiltFiles } from "#edge/capture/page.ts";

const ROOT = join(import.meta.dirname, "../..");
const KB = 1_000;

let built: BuiltFiles;
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(ROOT, "local/edge/build-capture.ts")]);
  ({ default: built } = await import(join(ROOT, ".local/capture/files.js")));
});

const gzipped = (name: string) => gzipSync(built.files[name]!.body, { level: 9 }).length;
/** The file of each language that has one. */
const textFiles = () =>
  Object.keys(LANGUAGES).flatMap((locale) =>
    Object.keys(built.files).filter((name) => name.startsWith(`${locale}-`)),
  );

it("reaches a person on a slow line: a script and one language of 52 kB, and a style of 8 kB, compressed", () => {
  const texts = Math.max(...textFiles().map(gzipped));
  expect(gzipped(built.script) + texts).toBeLessThanOrEqual(52 * KB);
  expect(gzipped(built.style)).toBeLessThanOrEqual(8 * KB);
});

it("has a file of at most 7 kB for each language but English, which the script brings", () => {
  expect(textFiles()).toHaveLength(Object.keys(LANGUAGES).length - 1);
  expect(textFiles().filter((name) => gzipped(name) > 7 * KB)).toEqual([]);
});
