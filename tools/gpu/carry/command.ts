import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { GpuError } from "../errors.ts";
import { install } from "../libraries/swap.ts";
import { downloadWheel } from "../libraries/wheel.ts";
import { writeMaterial } from "../run/material.ts";
import { archive } from "./archive.ts";
import { plan } from "./plan.ts";
import { roomFor, travelling } from "./room.ts";
import { stage } from "./stage.ts";

const ROOT = join(import.meta.dirname, "../../..");

const HELP = `Usage: npm run gpu -- pack [--libraries cuda|stock] [--wheel FILE] [--models DIR] [--folder DIR]

Prepares a GPU run for a machine without a network and without Node: this program, what production installs, Node itself,
the nets and the photos, as one archive in pieces. Prints the calls that carry and run them; a call carries 64 MiB, the
repository's own files among them.

  --libraries  cuda: ONNX Runtime's CUDA build, as npm run gpu -- libraries installs it; stock: none (cuda)
  --wheel      the wheel of that build, where it is here already
  --models     folder of a prepared model pack whose converted nets go along (.local/models)
  --folder     where the pieces go; a folder that git ignores (.local/gpu)
`;

export async function pack(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      libraries: { type: "string", default: "cuda" },
      wheel: { type: "string" },
      models: { type: "string", default: join(ROOT, ".local/models") },
      folder: { type: "string", default: join(ROOT, ".local/gpu") },
      help: { type: "boolean" },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  if (!["cuda", "stock"].includes(values.libraries)) {
    throw new GpuError("usage", "--libraries takes cuda or stock");
  }
  const room = roomFor(travelling(ROOT));
  const staged = join(values.folder, "stage");
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  console.log("staging the program, its packages and Node");
  stage(ROOT, staged);
  const converted = join(values.models, "converted");
  if (existsSync(converted)) cpSync(converted, join(staged, ".local/models/converted"), { recursive: true });
  if (values.libraries === "cuda") {
    const wheel = values.wheel ?? (await downloadWheel(values.folder));
    await install(join(staged, "node_modules"), wheel, ({ name }) => console.log(`checked  ${name}`));
    rmSync(join(staged, "node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1.stock"));
  }
  console.log("drawing and photographing the documents");
  await writeMaterial(join(staged, "material"));
  console.log("compressing");
  const pieces = archive(staged, join(values.folder, "pieces"), room);
  rmSync(staged, { recursive: true });
  for (const { folder, bytes } of pieces) console.log(`${folder}  ${(bytes / 2 ** 20).toFixed(1)} MiB`);
  const folders = pieces.map(({ folder }) => relative(ROOT, folder));
  console.log("\nOne call after another, each within what the machine waits for the next:");
  for (const call of plan(folders, values.libraries === "cuda" ? "cuda" : "cpu"))
    console.log(JSON.stringify(call));
}
