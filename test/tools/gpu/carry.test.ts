import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { archive } from "../../../tools/gpu/carry/archive.ts";
import { plan } from "../../../tools/gpu/carry/plan.ts";
import { roomFor, travelling } from "../../../tools/gpu/carry/room.ts";

const JOIN = join(import.meta.dirname, "../../../tools/gpu/carry/join.py");
let folder: string;
let there: string;

const join2 = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync("python3", [JOIN, ...args], { encoding: "utf8" });
  return { status, said: stdout + stderr };
};

/** A program that says what it was asked, in the place of Node and of all that it runs. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "selfsame-carry-"));
  there = join(folder, "there");
  mkdirSync(join(folder, "stage/bin"), { recursive: true });
  writeFileSync(join(folder, "stage/bin/node"), '#!/bin/sh\nenv\necho "asked $*"\nexit 3\n', { mode: 0o755 });
  writeFileSync(
    join(folder, "stage/noise"),
    Buffer.from(Array.from({ length: 9_000 }, (_, i) => (i * 7_919) % 251)),
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

it("brings every piece to the other side, and runs there what came, with the pieces' own Node and no other variable", () => {
  const pieces = archive(join(folder, "stage"), join(folder, "pieces"), 512);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(join2("keep", piece.folder, there).status).toBe(0);
  const { status, said } = join2("run", there, "--provider", "cpu");
  expect(said).toContain("asked tools/gpu/main.ts run --provider cpu");
  expect(said).toMatch(/^LD_LIBRARY_PATH=/m);
  expect(said).not.toMatch(/^PWD=.*work|^VITEST/m);
  expect(status).toBe(3);
  expect(readFileSync(join(there, "host/noise"))).toEqual(readFileSync(join(folder, "stage/noise")));
});

it("refuses a piece that is damaged, and a run before every piece is there", () => {
  const [first, second] = archive(join(folder, "stage"), join(folder, "pieces"), 512);
  expect(join2("keep", first!.folder, there).status).toBe(0);
  expect(join2("run", there)).toMatchObject({ status: 1, said: expect.stringContaining("missing") });
  const broken = join(folder, "broken");
  cpSync(second!.folder, broken, { recursive: true });
  writeFileSync(join(broken, "piece-01"), "other bytes");
  expect(join2("keep", broken, there)).toMatchObject({ status: 1, said: expect.stringContaining("damaged") });
});

it("plans one call a piece, each of which carries that piece alone, and measures in the last one", () => {
  const calls = plan(["a/1", "a/2"], "cuda");
  expect(calls.map(({ carry }) => carry)).toEqual([["a/1"], ["a/2"]]);
  expect(calls[0]!.command).not.toContain("run");
  expect(calls[1]!.command).toMatch(
    /join\.py keep a\/2 \S+ && .*join\.py run \S+ --provider cuda --limit \d+ --out "\$OUT/,
  );
});

it("makes pieces that a call of 64 MiB carries beside the repository's own files, and refuses where they leave no room", () => {
  const MIB = 2 ** 20;
  expect(roomFor(9 * MIB) + 9 * MIB).toBeLessThan(64 * MIB);
  expect(() => roomFor(60 * MIB)).toThrow(/own files are 60\.0 MiB/);
  const own = travelling(join(import.meta.dirname, "../../.."));
  expect(roomFor(own) + own).toBeLessThan(64 * MIB);
});

it("counts what git tracks and what it does not ignore as travelling, and nothing else", () => {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: folder });
  git("init");
  writeFileSync(join(folder, ".gitignore"), "stage\n");
  writeFileSync(join(folder, "tracked"), "123");
  git("add", "tracked");
  writeFileSync(join(folder, "loose"), "12345");
  expect(travelling(folder)).toBe("stage\n".length + 3 + 5);
});
