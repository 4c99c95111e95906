import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { sdkFiles } from "#local/edge/sdk/files.ts";
import { useFolder } from "../../harness/folder.ts";
import { bundled } from "../../sdk/bundled.ts";

const exec = promisify(execFile);
const KB = 1_000;

const folder = useFolder();
const files = await sdkFiles();
const bytesOf = (name: string) => Buffer.from(files[name]!.base64, "base64");

it("the same sources give the same bytes, and each file's digest is its own", async () => {
  expect(await sdkFiles()).toEqual(files);
  for (const [name, { sha384 }] of Object.entries(files)) {
    expect(createHash("sha384").update(bytesOf(name)).digest("base64")).toBe(sha384);
  }
});

it("npm installs the tarballs, without a registry, and each entry can be imported", async () => {
  const names = ["client.tgz", "embed.tgz", "server.tgz"];
  await Promise.all(names.map((name) => writeFile(join(folder, name), bytesOf(name))));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const tarballs = names.map((name) => `./${name}`);
  await exec("npm", ["install", "--offline", "--no-audit", "--no-fund", ...tarballs], { cwd: folder });
  const entries = ["client", "client/camera", "client/image", "embed", "server"];
  const code = `for (const name of ${JSON.stringify(entries)}) console.log(Object.keys(await import("@selfsame/" + name)).length > 0);`;
  await writeFile(join(folder, "main.mjs"), code);
  const { stdout } = await exec(process.execPath, [join(folder, "main.mjs")], { cwd: folder });
  expect(stdout).toBe("true\n".repeat(entries.length));
  const types = join(folder, "node_modules/@selfsame/client/dist/client/browser/camera/index.d.ts");
  expect(await readFile(types, "utf8")).toContain("openCamera");
});

it("what a page loads is small: gzipped, the embed 4 kB, the client 8, with camera and images 16", async () => {
  const core = 'export * from "./sdk/client/src/index.ts";';
  const whole = `${core} export * from "./sdk/client/browser/camera/index.ts"; export * from "./sdk/client/browser/image/index.ts";`;
  const gzipped = async (code: string) => gzipSync(await bundled({ code }), { level: 9 }).length;
  expect(gzipSync(bytesOf("embed.js"), { level: 9 }).length).toBeLessThan(4 * KB);
  expect(await gzipped(core)).toBeLessThan(8 * KB);
  expect(await gzipped(whole)).toBeLessThan(16 * KB);
});

it("the service carries at most 244 kB of them, half of it the program that checks dossiers", () => {
  const size = Object.keys(files).reduce((sum, name) => sum + bytesOf(name).length, 0);
  expect(size).toBeLessThan(244 * KB);
});
