import { writeModule } from "../built.ts";
import { sdkFiles } from "./files.ts";

// Wrangler runs this before it bundles the Worker, which takes the module in as `#sdk`.
await writeModule("sdk", await sdkFiles());
