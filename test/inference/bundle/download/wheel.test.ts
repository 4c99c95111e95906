import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pullFiles } from "#inference/bundle/download/pull.ts";
import type { PinnedFile, PulledOrigin, Wheel } from "#inference/bundle/manifest.ts";
import { useFolder } from "../../../harness/folder.ts";
import { zipOf } from "../../../harness/inference/wheels.ts";

const CONTENTS = { "det.onnx": "detects ".repeat(900), "rec.onnx": "reads ".repeat(900) };
const archive = zipOf(
  Object.fromEntries(Object.entries(CONTENTS).map(([file, content]) => [`package/models/${file}`, content])),
);
const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

const WHEEL: Wheel = {
  requirement: "package==1.0.0",
  file: "package-1.0.0-py3-none-any.whl",
  sha256: sha256(archive),
  bytes: archive.length,
};

const filesOf = (wheel: Wheel): PinnedFile<PulledOrigin>[] =>
  Object.entries(CONTENTS).map(([file, content]) => ({
    origin: { file, wheel, member: `package/models/${file}` },
    sha256: sha256(content),
    bytes: content.length,
  }));

const root = useFolder();
let dir: string;
let wheel: string;

beforeEach(() => {
  dir = mkdtempSync(join(root, "models-"));
  wheel = join(dir, WHEEL.file);
  writeFileSync(wheel, archive);
});
afterEach(() => vi.unstubAllEnvs());

/** Puts a `python3` first whose pip keeps its arguments and does as the shell lines say. */
function stubPip(lines: string): { readonly calls: () => string[] } {
  const bin = mkdtempSync(join(root, "bin-"));
  const log = join(bin, "calls");
  writeFileSync(join(bin, "python3"), `#!/bin/sh\necho "$@" >> ${log}\n${lines}\n`);
  chmodSync(join(bin, "python3"), 0o755);
  vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
  vi.stubEnv("TMPDIR", bin);
  return { calls: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []) };
}

const copying = () => `while [ "$1" != -d ]; do shift; done; cp ${wheel} "$2/"`;
const pulled = () => {
  const folder = join(dir, "recommended");
  return Object.fromEntries(
    (existsSync(folder) ? readdirSync(folder) : []).map((file) => [
      file,
      readFileSync(join(folder, file), "utf8"),
    ]),
  );
};

it("downloads a wheel once with pip, takes its files out, and leaves no wheel behind", async () => {
  const pip = stubPip(copying());
  const asked: string[] = [];
  const onDownload = ({ requirement }: Wheel) => asked.push(requirement);
  const report = await pullFiles(dir, filesOf(WHEEL), { onDownload });
  expect(report.complete).toBe(true);
  expect(pulled()).toEqual(CONTENTS);
  expect(asked).toEqual(["package==1.0.0"]);
  expect(pip.calls()).toHaveLength(1);
  expect(pip.calls()[0]).toMatch(/^-m pip download --no-deps .*package==1\.0\.0$/);
  expect(readdirSync(process.env.TMPDIR!)).toEqual(["calls", "python3"]);
  await pullFiles(dir, filesOf(WHEEL), { onDownload });
  expect(pip.calls()).toHaveLength(1);
});

it("takes the files out of a wheel that is here, without pip", async () => {
  const pip = stubPip("exit 1");
  expect((await pullFiles(dir, filesOf(WHEEL), { wheel })).complete).toBe(true);
  expect(pulled()).toEqual(CONTENTS);
  expect(existsSync(wheel)).toBe(true);
  expect(pip.calls()).toEqual([]);
});

it("takes the unpacked files from a folder, without pip", async () => {
  const pip = stubPip("exit 1");
  const from = join(dir, "unpacked");
  mkdirSync(from);
  for (const [file, content] of Object.entries(CONTENTS)) writeFileSync(join(from, file), content);
  expect((await pullFiles(dir, filesOf(WHEEL), { from })).complete).toBe(true);
  expect(pulled()).toEqual(CONTENTS);
  expect(pip.calls()).toEqual([]);
});

it("fails with a code if pip cannot download, asks once, and says what to do", async () => {
  const pip = stubPip("exit 1");
  const { complete, files } = await pullFiles(dir, filesOf(WHEEL), {});
  expect(complete).toBe(false);
  for (const { error } of files) {
    expect(error?.code).toBe("source_unreachable");
    expect(error?.message).toContain(`Bring ${WHEEL.file} from another machine and name it with --wheel`);
  }
  expect(pip.calls()).toHaveLength(1);
  expect(pulled()).toEqual({});
});

it.each<[string, readonly PinnedFile<PulledOrigin>[]]>([
  ["a wheel with another hash", filesOf({ ...WHEEL, sha256: "0".repeat(64) })],
  ["a file with another hash", filesOf(WHEEL).map((file) => ({ ...file, sha256: "0".repeat(64) }))],
  [
    "a wheel that lacks the file",
    filesOf(WHEEL).map((file) => ({ ...file, origin: { file: "a", wheel: WHEEL, member: "none" } })),
  ],
])("gives no file of %s a name", async (_, wanted) => {
  const { files } = await pullFiles(dir, wanted, { wheel });
  expect(files.map(({ error }) => error?.code)).toEqual(["file_corrupt", "file_corrupt"]);
  expect(pulled()).toEqual({});
});
