import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "#edge/reference/routes.ts";
import { modulesOf } from "./document-text.ts";

const FOLDER = join(import.meta.dirname, "../../sdk/gen");

const HELP = `Usage: npm run generate

Writes sdk/gen/: the types of the API, from the OpenAPI document that the edge serves. \`npm run sdk:check\` fails when
they are stale.
`;

if (process.argv.includes("--help")) process.stdout.write(HELP);
else {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(modulesOf(openApiDocument()))) {
    writeFileSync(join(FOLDER, name), text);
  }
}
