import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sdkFiles } from "./files.ts";

const FOLDER = join(import.meta.dirname, "../../../.local/sdk");

// Wrangler runs this before it bundles the Worker, which takes the module in as `#sdk`. Builds may run side
// by side: each writes a file of its own and moves it into place.
await mkdir(FOLDER, { recursive: true });
const draft = join(FOLDER, `files-${process.pid}.js`);
await writeFile(draft, `export default ${JSON.stringify(await sdkFiles())};\n`);
await rename(draft, join(FOLDER, "files.js"));
