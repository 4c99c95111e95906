import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { useFolder } from "../harness/folder.ts";
import { startInference } from "../harness/inference/process.ts";

const ROOT = join(import.meta.dirname, "../..");
const CLIENT = "@zilliz/milvus2-sdk-node";
const GALLERIES = { GALLERY_ENGINE: "milvus", GALLERY_MILVUS_URL: "http://127.0.0.1:19530" };
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));

/** The folders that the inference image has. */
function imageFolders(): string[] {
  const stage = /^FROM sources AS inference-packages$.*?(?=^FROM )/ms.exec(
    readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8"),
  )!;
  return [...stage[0].matchAll(/^COPY (\w+) \1$/gm)].map(([, name]) => name!);
}

/** The service as its image has it: with all packages but the client. */
const folder = useFolder();
beforeAll(() => {
  for (const part of ["package.json", ...imageFolders()]) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  const packages = join(ROOT, "node_modules");
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(packages)) {
    if (name !== CLIENT.split("/")[0]) symlinkSync(join(packages, name), join(folder, "node_modules", name));
  }
});

it("starts with embedded galleries if Milvus's client is not installed", async () => {
  const service = await startInference({ WORKERS: "1" }, undefined, folder);
  expect(await service.stop()).toBe(0);
});

it("rejects galleries on Milvus there, naming the package, its version and the command", async () => {
  const { version } = read(`node_modules/${CLIENT}/package.json`);
  await expect(startInference(GALLERIES, undefined, folder)).rejects.toThrow(
    `settings: GALLERY_ENGINE: milvus needs the package ${CLIENT} ${version}, which is not installed: npm run install:milvus`,
  );
});

it("is a package of development alone, of the version that the command installs", () => {
  const { dependencies, devDependencies, scripts } = read("package.json");
  expect({ ...dependencies, ...read("inference/package.json").dependencies }).not.toHaveProperty([CLIENT]);
  expect(scripts["install:milvus"]).toMatch(new RegExp(` ${CLIENT}@${devDependencies[CLIENT]}$`));
  const locked = read("package-lock.json").packages;
  expect(locked[`node_modules/${CLIENT}`]).toMatchObject({ version: devDependencies[CLIENT], dev: true });
  expect(locked["node_modules/@aws-sdk/client-s3"]).toMatchObject({ dev: true });
});
