import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { BUNDLED } from "#inference/bundle/bundled.ts";
import { pulledFiles } from "#inference/bundle/download/pull.ts";
import { locate, readPinned } from "#inference/bundle/files.ts";
import { listModels, verifyModels } from "#inference/bundle/inventory.ts";
import { openBundle } from "#inference/bundle/open.ts";
import { prepareFiles, prepareGraph, selectModels } from "#inference/bundle/prepare.ts";
import { sha256 } from "#inference/onnx/cache.ts";
import { CPU } from "#inference/runtime/session.ts";

/** Files that change after their first read: a second read returns other bytes. */
const read = vi.hoisted(() => ({ changing: false, once: new Set<string>() }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const readFile = async (path: string) => {
    if (read.changing && read.once.has(path)) return Buffer.from("changed");
    read.once.add(path);
    return real.readFile(path);
  };
  return { ...real, readFile };
});

const folders: string[] = [];
let prepared: string;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "selfsame-pack-"));
  folders.push(path);
  return path;
}

/**
 * Writes files under the names of pulled ones. Their content is wrong: only code that reads none opens them.
 */
async function place(dir: string, files: readonly string[]): Promise<void> {
  await mkdir(join(dir, "recommended"), { recursive: true });
  for (const file of files) await writeFile(join(dir, "recommended", file), "not a model");
}

beforeAll(async () => {
  prepared = await folder();
});
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true }))));

it("opens the bundled models in an empty folder, and reports its progress", async () => {
  const reports: unknown[] = [];
  const bundle = await openBundle(prepared, CPU, (progress) => reports.push(progress));
  expect(reports).toEqual(
    BUNDLED.map(({ name }, i) => ({ model: name, done: i + 1, total: BUNDLED.length })),
  );
  expect([bundle.name, bundle.provider]).toEqual(["bundled", "cpu"]);
  expect(bundle.models.map(({ task }) => task)).toEqual(BUNDLED.map(({ task }) => task));
  expect(bundle.missing).toEqual(pulledFiles.map(({ origin }) => origin.file));
  expect(bundle.templateVersion).toMatch(/^fused-[0-9a-f]{12}\.\d+$/);
  expect(bundle.model("face_landmarks").outputs).toEqual(["mesh", "face_flag"]);
  expect(bundle.info("face_landmarks")).toMatchObject({ name: "facemesh", licence: "Apache-2.0" });
  const characters = bundle.file("text_recognition", "dictionary");
  expect(new TextDecoder().decode(characters).split("\n").length).toBeGreaterThan(6000);
  await bundle.release();
});

it("opens the bytes that it hashed, so that a file cannot be changed in between", async () => {
  read.changing = true;
  read.once.clear();
  for (const manifest of BUNDLED) {
    const graph = await prepareGraph(prepared, manifest);
    const files = await prepareFiles(prepared, manifest);
    expect(sha256(graph)).toBe((manifest.recipe ?? manifest.sources[0]).sha256);
    const pinned = Object.entries(manifest.files).map(([name, file]) => [name, file.sha256]);
    expect([...files].map(([name, content]) => [name, sha256(content)])).toEqual(pinned);
  }
  read.changing = false;
  expect(read.once.size).toBeGreaterThan(BUNDLED.length);
});

it("warns once, for all its models, that it fell back to the CPU", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const noSuchGpu = { ...CPU, provider: "cuda", deviceId: 999, fallbackToCpu: true } as const;
  const bundle = await openBundle(prepared, noSuchGpu);
  expect(bundle.provider).toBe("cpu");
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/GPU 999.*Running on the CPU instead/)]]);
  warn.mockRestore();
  await bundle.release();
});

it("a model bundle has no model for presentation attacks without the recommended models, and says so", async () => {
  const bundle = await openBundle(prepared, CPU);
  expect(bundle.has("pad_a")).toBe(false);
  const missing = expect.objectContaining({ code: "task_missing" });
  expect(() => bundle.model("pad_a")).toThrow(missing);
  expect(() => bundle.info("pad_a")).toThrow(missing);
  expect(() => bundle.file("face_detection", "dictionary")).toThrow(missing);
  await bundle.release();
});

it("names what it opened the same way in every process", async () => {
  const bundles = await Promise.all([openBundle(prepared, CPU), openBundle(await folder(), CPU)]);
  const [first, second] = bundles.map(({ models, templateVersion }) => ({ models, templateVersion }));
  expect(first).toEqual(second);
  await Promise.all(bundles.map((bundle) => bundle.release()));
});

it("rejects a pulled file that is corrupt: names it and how to repair it, and takes no other model instead", async () => {
  const dir = await folder();
  await place(dir, ["yunet_n_dynamic.onnx"]);
  const opening = openBundle(dir, CPU);
  await expect(opening).rejects.toMatchObject({ code: "file_corrupt" });
  await expect(opening).rejects.toThrow(/recommended\/yunet_n_dynamic\.onnx .*npm run admin -- models pull/);
});

it("takes a pulled model for its task, and bundled ones for the rest", async () => {
  const dir = await folder();
  await place(dir, ["PP-OCRv6_rec_small.onnx"]);
  const { name, models } = await selectModels(dir);
  expect(name).toBe("recommended-partial");
  const reader = models.filter(({ task }) => task === "text_recognition");
  expect(reader.map((model) => model.name)).toEqual(["PP-OCRv6_rec_small"]);
  expect(models.map(({ name }) => name)).toContain("ch_PP-OCRv4_det");
});

it("takes a pulled file from the models folder, else the one that an image brings", async () => {
  const [dir, image] = [await folder(), await folder()];
  const reader = pulledFiles.find(({ origin }) => origin.file === "PP-OCRv6_rec_small.onnx")!;
  const own = join(dir, "recommended/PP-OCRv6_rec_small.onnx");
  expect(locate(dir, reader, image)).toBe(own);
  await writeFile(join(image, "PP-OCRv6_rec_small.onnx"), "of the image");
  expect(locate(dir, reader, image)).toBe(join(image, "PP-OCRv6_rec_small.onnx"));
  await place(dir, ["PP-OCRv6_rec_small.onnx"]);
  expect(locate(dir, reader, image)).toBe(own);
});

it("takes every pulled model once all are there, and leaves out what they replace", async () => {
  const dir = await folder();
  await place(
    dir,
    pulledFiles.map(({ origin }) => origin.file),
  );
  const { name, models, missing } = await selectModels(dir);
  expect([name, missing]).toEqual(["recommended", []]);
  expect(models.map(({ task }) => task)).toEqual(expect.arrayContaining(["pad_a", "pad_b", "face_template"]));
  expect(models.map(({ task }) => task)).not.toContain("face_template_a");
});

it("lists every known model, and which of them are here and in use", async () => {
  const dir = await folder();
  await place(dir, ["yunet_n_dynamic.onnx"]);
  const listed = await listModels(dir);
  const said = (model: string) => listed.find(({ name }) => name === model);
  expect(said("blazeface")).toMatchObject({ bundle: "bundled", present: true, inUse: false });
  expect(said("yunet")).toMatchObject({ bundle: "recommended", present: true, inUse: true, bytes: 322_906 });
  expect(said("minifasnet_v2")).toMatchObject({ present: false, inUse: false });
  expect(JSON.parse(JSON.stringify(listed))).toEqual(listed);
});

it("verifies every file: a corrupt one is a fault, one that was not pulled is none", async () => {
  const dir = await folder();
  const clean = await verifyModels(dir);
  expect(clean.ok).toBe(true);
  expect(clean.files.filter(({ bundle }) => bundle === "bundled").map(({ state }) => state)).not.toContain(
    "absent",
  );
  await place(dir, ["yunet_n_dynamic.onnx"]);
  const { ok, files } = await verifyModels(dir);
  expect(ok).toBe(false);
  expect(files.filter(({ state }) => state === "corrupt").map(({ path }) => path)).toEqual([
    join(dir, "recommended/yunet_n_dynamic.onnx"),
  ]);
});

it("rejects a model of this repository that is missing or does not match its pin, and says how to restore it", async () => {
  const pinned = BUNDLED.find(({ task }) => task === "mrz_recognition")!.sources[0];
  const missing = { ...pinned, origin: { own: "models/mrz-reader/none.onnx" } };
  await expect(readPinned(prepared, missing)).rejects.toMatchObject({
    code: "file_missing",
    message: expect.stringContaining("git checkout -- inference/models/mrz-reader/none.onnx"),
  });
  await expect(readPinned(prepared, { ...pinned, sha256: "0".repeat(64) })).rejects.toMatchObject({
    code: "file_corrupt",
  });
});
