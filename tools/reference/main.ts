import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errors, events, operations, policy } from "./api.ts";
import { documentTypes, issuingStates, labelLanguages, mrzFormats } from "./documents.ts";
import { fill } from "./markdown.ts";
import { commands, edgeSettings, inferenceSettings, stackSettings } from "./operating.ts";
import {
  checks,
  documentReasons,
  faceMatchReasons,
  gates,
  livenessReasons,
  reviewReasons,
  signals,
} from "./reasons.ts";

const FOLDER = join(import.meta.dirname, "../../docs/reference");

const HELP = `Usage: npm run generate

Writes the generated regions of docs/reference/*.md, from the code that serves what they describe. A region is between
"<!-- generated: NAME -->" and "<!-- end -->"; the rest of a page is written by hand.
`;

if (process.argv.includes("--help")) process.stdout.write(HELP);
else {
  const regions = {
    operations: operations(),
    errors: errors(),
    events: events(),
    policy: policy(),
    "document-reasons": documentReasons(),
    "liveness-reasons": livenessReasons(),
    "face-match-reasons": faceMatchReasons(),
    "review-reasons": reviewReasons(),
    signals: signals(),
    checks: checks(),
    gates: gates(),
    "document-types": documentTypes(),
    "mrz-formats": mrzFormats(),
    "issuing-states": issuingStates(),
    "label-languages": labelLanguages(),
    "edge-settings": edgeSettings(),
    "inference-settings": inferenceSettings(),
    "stack-settings": stackSettings(),
    commands: await commands(),
  };
  for (const name of globSync("*.md", { cwd: FOLDER })) {
    const path = join(FOLDER, name);
    writeFileSync(path, fill(readFileSync(path, "utf8"), regions));
  }
}
