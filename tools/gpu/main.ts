import { join } from "node:path";
import { parseArgs } from "node:util";
import { downloadWheel } from "#inference/bundle/download/pip.ts";
import { BundleError } from "#inference/bundle/manifest.ts";
import { install, libraryFolder, remove, status } from "./swap.ts";
import { GpuError, PLATFORM, WHEEL } from "./wheel.ts";

const ROOT = join(import.meta.dirname, "../..");

const HELP = `Usage: npm run gpu -- install|remove|status [--modules DIR] [--wheel FILE] [--folder DIR]

Puts ONNX Runtime's CUDA build in the place of onnxruntime-node's library, or back.

  install    downloads ${WHEEL.requirement} with pip (247 MB), checks it, and puts its three libraries in place
  remove     puts onnxruntime-node's own library back
  status     prints which are there: cuda, stock, or mixed after an install that was cut off (install again)

  --modules  the node_modules to change (this repository's)
  --wheel    a wheel that is here already: nothing is downloaded, and neither Python nor pip is needed
  --folder   where a downloaded wheel is kept (.local/gpu)
`;

const ACTIONS: Readonly<Record<string, (where: Where) => Promise<void>>> = {
  async install({ modules, wheel, folder }) {
    libraryFolder(modules);
    await install(modules, wheel ?? (await downloadWheel(WHEEL, folder, PLATFORM)), ({ name, sha256 }) =>
      console.log(`checked  ${name}  sha256 ${sha256}`),
    );
    console.log(`installed in ${libraryFolder(modules)}; a running service uses them after its next start`);
  },
  async remove({ modules }) {
    await remove(modules);
    console.log(`onnxruntime-node's own library is back in ${libraryFolder(modules)}`);
  },
  status: async ({ modules }) => console.log(await status(modules)),
};

interface Where {
  readonly modules: string;
  readonly wheel: string | undefined;
  readonly folder: string;
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      modules: { type: "string", default: join(ROOT, "node_modules") },
      wheel: { type: "string" },
      folder: { type: "string", default: join(ROOT, ".local/gpu") },
      help: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.help) return void process.stdout.write(HELP);
  const [name = "", ...others] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined || others.length > 0) {
    throw new GpuError("usage", `name one of ${Object.keys(ACTIONS).join(", ")}; see --help`);
  }
  await action({ modules: values.modules, wheel: values.wheel, folder: values.folder });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isUsage = (error as { code?: unknown }).code?.toString().startsWith("ERR_PARSE_ARGS");
  const isKnown = error instanceof GpuError || error instanceof BundleError;
  if (!isKnown && isUsage !== true) throw error;
  process.stderr.write(`gpu: ${isKnown ? error.code : "usage"}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
