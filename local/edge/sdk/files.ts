import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Header, Pack, ReadEntry } from "tar";
import type { SdkFile } from "../../../edge/reference/sdk.ts";
import { bundledForBrowsers, writeModule } from "../built.ts";
import { emitPackage, type PackageName } from "./emit.ts";

const ROOT = join(import.meta.dirname, "../../..");

/**
 * The files that tenants install or load, by their names at the service. The same sources give the same
 * bytes.
 */
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

/** The contents of `npm pack` for a package: its built folder, its manifest and its README. */
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
    return await tarball(
      await Promise.all(entries.map(async ({ path, from }) => ({ path, bytes: await readFile(from) }))),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As npm's own: tar knows no file without a time, and the build's time would change the bytes. */
const MODIFIED = new Date("1985-10-26T08:15:00Z");

/** A package as npm installs it. The same entries give the same bytes on every machine. */
async function tarball(entries: readonly { path: string; bytes: Buffer }[]): Promise<Buffer> {
  const pack = new Pack({ gzip: { level: 9 }, portable: true });
  for (const { path, bytes } of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const header = { path: `package/${path}`, size: bytes.length, mode: 0o644, mtime: MODIFIED };
    const entry = new ReadEntry(new Header({ ...header, type: "File" }));
    pack.write(entry);
    entry.end(bytes);
  }
  pack.end();
  return Buffer.concat(await pack.collect());
}

// Wrangler runs this before it bundles the Worker, which takes the module in as `#sdk`.
if (import.meta.main) await writeModule("sdk", await sdkFiles());
