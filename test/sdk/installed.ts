import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { useFolder } from "../harness/folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const exec = promisify(execFile);

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Packs a package as `npm pack` does and installs it into a folder of the tests, without a registry. */
export async function installPacked(workspace: string) {
  const folder = useFolder();
  const pack = ["pack", "--json", "--pack-destination", folder, join(ROOT, workspace)];
  const { stdout } = await exec("npm", pack, { cwd: ROOT });
  const [packed] = Object.values(JSON.parse(stdout)) as (Packed & { filename: string })[];
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const install = ["install", "--offline", "--no-audit", "--no-fund", join(folder, packed!.filename)];
  await exec("npm", install, { cwd: folder });
  return {
    folder,
    packed: packed as Packed,
    write: (name: string, text: string) => writeFile(join(folder, name), text),
    /** Runs a module of the folder with this Node; returns its output. */
    async run(node: string, module: string, environment: Record<string, string> = {}): Promise<string> {
      const env = { ...process.env, NODE_OPTIONS: "", ...environment };
      return (await exec(node, [join(folder, module)], { cwd: folder, env })).stdout;
    },
    /**
     * The compiler's complaints about a module; it knows these libraries and no other types. Options are
     * added to those of the strictest project.
     */
    async complaints(module: string, lib: readonly string[], options: object = {}): Promise<string> {
      const compilerOptions = {
        ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, target: "es2022" },
        ...{ module: "nodenext", lib, types: [], allowImportingTsExtensions: true },
        ...options,
      };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [module] }));
      const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
      return exec(process.execPath, [tsc, "-p", folder]).then(
        () => "",
        ({ stdout }: { stdout: string }) => stdout,
      );
    },
  };
}

/** Node 20, the oldest that the packages support, if this machine has it beside the tests' own. */
export async function olderNode(): Promise<string | undefined> {
  const { stdout } = await exec("which", ["-a", "node"]).catch(() => ({ stdout: "" }));
  for (const path of stdout.split("\n").filter(Boolean)) {
    const { stdout: version } = await exec(path, ["--version"]);
    if (version.startsWith("v20.")) return path;
  }
  return undefined;
}
