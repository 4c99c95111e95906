import { mkdirSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { convertOnce, sha256 } from "#inference/onnx/cache.ts";

const MADE = Buffer.from("weights and topology");
const SOURCES = async () => [Buffer.from("weights"), Buffer.from(" and topology")];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-cache-"));
});
afterEach(() => rm(folder, { recursive: true }));

const recipe = () => ({
  name: "model",
  sha256: sha256(MADE),
  make: vi.fn((sources: readonly Uint8Array[]) => Buffer.concat(sources)),
});

const pathOf = ({ sha256 }: { sha256: string }) => join(folder, `model-${sha256.slice(0, 16)}.onnx`);

it("makes a model once, names its file by its hash, and gives the bytes that it hashed", async () => {
  const first = recipe();
  for (let i = 0; i < 2; i++) expect(await convertOnce(folder, first, SOURCES)).toEqual(MADE);
  expect(await readFile(pathOf(first))).toEqual(MADE);
  expect(first.make).toHaveBeenCalledTimes(1);
});

it("rebuilds a model if the cached file is incomplete", async () => {
  const model = recipe();
  const path = pathOf(model);
  await convertOnce(folder, model, SOURCES);
  await writeFile(path, MADE.subarray(1));
  expect(await convertOnce(folder, model, SOURCES)).toEqual(MADE);
  expect(model.make).toHaveBeenCalledTimes(2);
  expect(await readFile(path)).toEqual(MADE);
});

it("throws result_changed, and keeps nothing, when a recipe makes something else than it is pinned to", async () => {
  const other = { ...recipe(), make: () => Buffer.from("other") };
  await expect(convertOnce(folder, other, SOURCES)).rejects.toMatchObject({ code: "result_changed" });
  expect(await readdir(folder)).toEqual([]);
});

it("leaves one whole file, and no other, when several make it at once", async () => {
  const made = await Promise.all([0, 1, 2, 3].map(() => convertOnce(folder, recipe(), SOURCES)));
  expect(made).toEqual(Array(4).fill(MADE));
  expect(await readdir(folder)).toHaveLength(1);
  expect(await readFile(pathOf(recipe()))).toEqual(MADE);
});

it("leaves no temporary file behind when the disk rejects", async () => {
  const model = recipe();
  const path = pathOf(model);
  // A folder that takes the file's place in the meantime lets the rename fail, after everything was written.
  model.make.mockImplementation((sources) => {
    mkdirSync(join(path, "in-the-way"), { recursive: true });
    return Buffer.concat(sources);
  });
  await expect(convertOnce(folder, model, SOURCES)).rejects.toThrow();
  expect(await readdir(folder)).toEqual([basename(path)]);
});
