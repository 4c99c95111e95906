import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build, type Plugin } from "esbuild";
import { oneDeclaration } from "./one-declaration.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Writes a package's code and its types into a folder. Throws with the compiler's complaints. */
type Emit = (folder: string) => Promise<void>;

const PACKAGES = {
  // Its three entries have modules in common.
  client: asModules(["sdk/client", "sdk/client/browser"]),
  embed: asModules(["sdk/embed"]),
  server: asOne("sdk/server", "server/src/index", "tools/dossier/main.ts"),
} as const satisfies Record<string, Emit>;

export type PackageName = keyof typeof PACKAGES;

export const emitPackage = (name: PackageName, folder: string): Promise<void> => PACKAGES[name](folder);

/** Types keep their comments, which editors show; the code does without, since everybody loads it. */
const TYPES = ["--emitDeclarationOnly"] as const;
const CODE = ["--declaration", "false", "--removeComments"] as const;

function asModules(projects: readonly string[]): Emit {
  return async (folder) => {
    for (const project of projects) {
      await Promise.all([TYPES, CODE].map((flags) => compile(project, folder, flags)));
    }
  };
}

/**
 * One module and one declaration file, `index`, without the exports that the entry leaves out, and a program.
 * The program has the service's own rules, so that it comes from outside of the SDK.
 */
function asOne(project: string, entry: string, program: string): Emit {
  return async (folder) => {
    const draft = await mkdtemp(join(tmpdir(), "selfsame-types-"));
    try {
      await Promise.all([compile(project, draft, TYPES), mkdir(folder, { recursive: true })]);
      await writeFile(join(folder, "index.d.ts"), await oneDeclaration(draft, `${entry}.d.ts`));
      await bundle(join(ROOT, "sdk", `${entry}.ts`), join(folder, "index.js"));
      await bundleProgram(join(ROOT, program), join(folder, "cli.js"));
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  };
}

function compile(project: string, folder: string, flags: readonly string[]) {
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const args = [tsc, "-p", join(ROOT, project), "--outDir", folder, ...flags];
  return promisify(execFile)(process.execPath, args, { cwd: ROOT });
}

function bundle(entry: string, outfile: string) {
  return build({
    ...{ entryPoints: [entry], outfile, bundle: true, format: "esm", platform: "neutral", target: "es2022" },
    // With line breaks: Node prints the source line of an error that is not caught.
    ...{ legalComments: "none", logLevel: "error" },
    tsconfig: join(ROOT, "sdk/tsconfig.json"),
  });
}

function bundleProgram(entry: string, outfile: string) {
  return build({
    ...{ entryPoints: [entry], outfile, bundle: true, format: "esm", platform: "node", target: "node20" },
    ...{ minify: true, legalComments: "none", logLevel: "error", banner: { js: "#!/usr/bin/env node" } },
    plugins: [WITHOUT_LOCALES],
    tsconfig: join(ROOT, "tsconfig.json"),
  });
}

/** Texts of zod in other languages, which no message of the program uses: two thirds of its size. */
const WITHOUT_LOCALES: Plugin = {
  name: "without-locales",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /locales\/index\.js$/ }, ({ path }) => ({ path, namespace: "none" }));
    onLoad({ filter: /.*/, namespace: "none" }, () => ({ contents: "export {};" }));
  },
};

// `npm pack` runs this in the folder of the package.
if (import.meta.main) {
  const folder = join(process.cwd(), "dist");
  await rm(folder, { recursive: true, force: true });
  await emitPackage(process.argv[2] as PackageName, folder);
}
