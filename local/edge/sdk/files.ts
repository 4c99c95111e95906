import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SdkFile } from "../../../edge/reference/sdk.ts";
import { bundledForBrowsers } from "../built.ts";
import { emitPackage, type PackageName } from "./emit.ts";
import { tarball } from "./tarball.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** What tenants install or load, by its name at the service. The same sources give the same bytes. */
export async function sdkFiles(): Promise<Record<string, SdkFile>> {
  const [script, client, embed, server] = await Promise.all([
    bundledForBrowsers("sdk/embed", "main.ts"),
    packed("client"),
    packed("embed"),
    packed("server"),
  ]);
  return {
    "embed.js": served(Buffer.from(script), "text/javascript; charset=utf-8"),
    "client.tgz": served(client, "application/gzip"),
    "embed.tgz": served(embed, "application/gzip"),
    "server.tgz": served(server, "application/gzip"),
  };
}

function served(bytes: Uint8Array, type: string): SdkFile {
  const sha384 = createHash("sha384").update(bytes).digest("base64");
  return { type, sha384, base64: Buffer.from(bytes).toString("base64") };
}

/** What `npm pack` takes of a package: its built folder, its manifest and its page. */
async function packed(name: PackageName): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-sdk-"));
  try {
    await emitPackage(name, folder);
    const built = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const entries = [
      ...built.map((path) => ({ path: `dist${path.slice(folder.length)}`, from: path })),
      ...["package.json", "README.md"].map((path) => ({ path, from: join(ROOT, "sdk", name, path) })),
    ];
    return tarball(
      await Promise.all(entries.map(async ({ path, from }) => ({ path, bytes: await readFile(from) }))),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
