import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { copyFile, link, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { checkFile } from "#inference/bundle/download/pip.ts";
import { unzipped } from "#inference/bundle/download/zip.ts";
import { GpuError, type Library, WHEEL, type Wheel } from "./wheel.ts";

/** The stock library is kept beside the other one under this ending. */
const STOCK = ".stock";
const MAIN = "libonnxruntime.so.1";

/** The library folder of the Node binding. Throws GpuError: not_installed, another_release. */
export function libraryFolder(modules: string, { onnxruntime }: Wheel = WHEEL): string {
  const root = join(modules, "onnxruntime-node");
  const folder = join(root, "bin/napi-v6/linux/x64");
  if (!existsSync(join(folder, MAIN))) {
    throw new GpuError("not_installed", `${folder} has no ${MAIN}: run npm ci first.`);
  }
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  if (version === onnxruntime) return folder;
  throw new GpuError(
    "another_release",
    `onnxruntime-node is ${version} and the wheel ${onnxruntime}: library and binding must be of one release.`,
  );
}

/**
 * Replaces onnxruntime-node's libraries by a checked wheel's. Each is renamed into place, so that a running
 * service keeps its open file. The main library comes last, so that the installed files fit together at any
 * time. Idempotent.
 */
export async function install(
  modules: string,
  path: string,
  onLibrary: (library: Library) => void = () => {},
  wheel: Wheel = WHEEL,
): Promise<void> {
  const folder = libraryFolder(modules, wheel);
  await checkFile(path, wheel.sha256);
  const scratch = await mkdtemp(join(folder, ".new-"));
  try {
    for (const library of wheel.libraries) {
      await pipeline(await unzipped(path, library.member), createWriteStream(join(scratch, library.name)));
      await checkFile(join(scratch, library.name), library.sha256);
      onLibrary(library);
    }
    await keepStock(folder);
    for (const { name } of wheel.libraries) await rename(join(scratch, name), join(folder, name));
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** Puts onnxruntime-node's own library back. */
export async function remove(modules: string, wheel: Wheel = WHEEL): Promise<void> {
  const folder = libraryFolder(modules, wheel);
  const stock = join(folder, MAIN + STOCK);
  if (!existsSync(stock)) throw new GpuError("not_installed", `${folder} has the stock library already.`);
  await rename(stock, join(folder, MAIN));
  const others = wheel.libraries.filter(({ name }) => name !== MAIN);
  for (const { name } of others) await rm(join(folder, name), { force: true });
}

/** Which libraries are there: the wheel's, the package's own, or some mixture. */
export async function status(modules: string, wheel: Wheel = WHEEL): Promise<"stock" | "cuda" | "mixed"> {
  const folder = libraryFolder(modules, wheel);
  const ours = await Promise.all(
    wheel.libraries.map(({ name, sha256 }) =>
      checkFile(join(folder, name), sha256).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (ours.every(Boolean)) return "cuda";
  return ours.some(Boolean) || existsSync(join(folder, MAIN + STOCK)) ? "mixed" : "stock";
}

/** Keeps the package's library, unless an earlier call has done so. */
async function keepStock(folder: string): Promise<void> {
  const [main, stock] = [join(folder, MAIN), join(folder, MAIN + STOCK)];
  if (existsSync(stock)) return;
  await link(main, stock).catch(() => copyFile(main, stock));
}
