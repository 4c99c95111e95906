import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { unzipped } from "#inference/bundle/download/zip.ts";
import { install, remove, status } from "#tools/gpu/swap.ts";
import { WHEEL } from "#tools/gpu/wheel.ts";
import { useFolder } from "../../harness/folder.ts";
import { smallWheel } from "../../harness/inference/wheels.ts";

const { archive, wheel } = smallWheel();
const MAIN = "libonnxruntime.so.1";
const root = useFolder();
let modules: string;
let folder: string;
let path: string;

const version = (is: string) =>
  writeFileSync(join(modules, "onnxruntime-node/package.json"), JSON.stringify({ version: is }));
const names = () => readdirSync(folder).toSorted();
const content = (name: string) => readFileSync(join(folder, name), "utf8");

beforeEach(() => {
  modules = mkdtempSync(join(root, "modules-"));
  folder = join(modules, "onnxruntime-node/bin/napi-v6/linux/x64");
  path = join(modules, wheel.file);
  mkdirSync(folder, { recursive: true });
  version("1.30.0");
  writeFileSync(join(folder, MAIN), "stock");
  writeFileSync(path, archive);
});

it("puts the wheel's libraries in place, the one that opens the others last, and puts the stock one back", async () => {
  expect(await status(modules, wheel)).toBe("stock");
  const installed: string[] = [];
  await install(modules, path, ({ name }) => installed.push(name), wheel);
  expect(installed.at(-1)).toBe(MAIN);
  expect(WHEEL.libraries.at(-1)?.name).toBe(MAIN);
  expect(await status(modules, wheel)).toBe("cuda");
  for (const { name } of wheel.libraries) expect(content(name)).toContain(`cuda build of ${name}`);
  await remove(modules, wheel);
  expect(names()).toEqual([MAIN]);
  expect(content(MAIN)).toBe("stock");
  await expect(remove(modules, wheel)).rejects.toMatchObject({ code: "not_installed" });
});

it("replaces files and never writes into them: a process that has one open, or linked, keeps it", async () => {
  linkSync(join(folder, MAIN), join(modules, "elsewhere"));
  await install(modules, path, undefined, wheel);
  expect(readFileSync(join(modules, "elsewhere"), "utf8")).toBe("stock");
});

it("an interrupted install is detected, and a second one repairs it and keeps the stock library", async () => {
  await install(modules, path, undefined, wheel);
  writeFileSync(join(folder, "libonnxruntime_providers_cuda.so"), "half of it");
  expect(await status(modules, wheel)).toBe("mixed");
  await install(modules, path, undefined, wheel);
  expect(await status(modules, wheel)).toBe("cuda");
  await remove(modules, wheel);
  expect(content(MAIN)).toBe("stock");
});

it.each([
  ["a wheel with another hash", { ...wheel, sha256: "0".repeat(64) }],
  [
    "a library with another hash",
    { ...wheel, libraries: wheel.libraries.with(2, { ...wheel.libraries[2]!, sha256: "0".repeat(64) }) },
  ],
  [
    "a wheel that lacks a library",
    { ...wheel, libraries: wheel.libraries.with(2, { ...wheel.libraries[2]!, member: "capi/none.so" }) },
  ],
])("rejects %s and leaves everything as it was", async (_, pinned) => {
  await expect(install(modules, path, undefined, pinned)).rejects.toMatchObject({ code: "file_corrupt" });
  expect(names()).toEqual([MAIN]);
  expect(content(MAIN)).toBe("stock");
});

it("rejects a binding of another release", async () => {
  version("1.31.0");
  await expect(install(modules, path, undefined, wheel)).rejects.toMatchObject({ code: "another_release" });
  expect(content(MAIN)).toBe("stock");
});

it("says that nothing is installed if there is no binding", async () => {
  rmSync(join(folder, MAIN));
  await expect(install(modules, path, undefined, wheel)).rejects.toMatchObject({ code: "not_installed" });
});

it("is pinned to the release that an inference host installs", () => {
  const { dependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../inference/package.json"), "utf8"),
  );
  expect(WHEEL.onnxruntime).toBe(dependencies["onnxruntime-node"]);
});

it.each([
  ["no archive", Buffer.from("text")],
  ["an archive that ends early", archive.subarray(0, -30)],
])("says that %s is none", async (_, bytes) => {
  writeFileSync(path, bytes);
  await expect(unzipped(path, wheel.libraries[0]!.member)).rejects.toMatchObject({ code: "file_corrupt" });
});
