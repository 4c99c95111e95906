import { rm } from "node:fs/promises";
import { join } from "node:path";
import { emitPackage, type PackageName } from "./emit.ts";

// `npm pack` runs this in the folder of the package.
const folder = join(process.cwd(), "dist");
await rm(folder, { recursive: true, force: true });
await emitPackage(process.argv[2] as PackageName, folder);
