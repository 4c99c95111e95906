import { GpuError } from "./errors.ts";

interface Command {
  readonly summary: string;
  /** Loaded when it runs: a GPU host has what production installs, and no packages of the tests. */
  readonly load: () => Promise<(args: readonly string[]) => Promise<void>>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  libraries: {
    summary: "puts ONNX Runtime's CUDA build in the place of onnxruntime-node's library, or back",
    load: async () => (await import("./libraries/command.ts")).libraries,
  },
  material: {
    summary: "draws the pictures of a run into the folder that is named",
    load: async () => {
      const { writeMaterial } = await import("./run/material.ts");
      return async ([folder]) => {
        if (folder === undefined) throw new GpuError("usage", "name the folder: npm run gpu -- material DIR");
        await writeMaterial(folder);
      };
    },
  },
  run: {
    summary: "measures a GPU host beside the same nets on the processor; --provider cpu rehearses it",
    load: async () => (await import("./run/command.ts")).run,
  },
};

const HELP = `Usage: npm run gpu -- COMMAND [--help]

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join("\n")}

docs/gpu.md tells an operator which of them to run, and when.
`;

async function main([name = "", ...args]: readonly string[]): Promise<void> {
  const command = COMMANDS[name];
  if (command !== undefined) return (await command.load())(args);
  process.stdout.write(HELP);
  if (name !== "--help") process.exitCode = 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isUsage = (error as { code?: unknown }).code?.toString().startsWith("ERR_PARSE_ARGS");
  if (!(error instanceof GpuError) && isUsage !== true) throw error;
  process.stderr.write(`gpu: ${isUsage ? "usage" : (error as GpuError).code}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
