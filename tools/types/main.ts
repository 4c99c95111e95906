import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "#edge/reference/routes.ts";
import { modulesOf } from "./document-text.ts";

const FOLDER = join(import.meta.dirname, "../../sdk/gen");

// The types of the API, from the OpenAPI document that the edge serves.
mkdirSync(FOLDER, { recursive: true });
for (const [name, text] of Object.entries(modulesOf(openApiDocument()))) {
  writeFileSync(join(FOLDER, name), text);
}
