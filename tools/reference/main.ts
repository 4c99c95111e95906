import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errors, events, operations, policy } from "./api.ts";
import { documentRecords, documentTypes, issuingStates, labelLanguages, mrzFormats } from "./documents.ts";
import { fillPages } from "./markdown.ts";
import { commands, edgeSettings, inferenceSettings, stackSettings } from "./operating.ts";
import {
  checks,
  documentReasons,
  faceMatchReasons,
  gates,
  hiddenReason,
  livenessReasons,
  ownCheckReasons,
  reviewReasons,
  signals,
} from "./reasons.ts";
import { roles } from "./roles.ts";
import { clientCalls, serverCalls } from "./sdks.ts";

const FOLDER = join(import.meta.dirname, "../../docs/reference");

/** Every page of the reference as it should be now, by its path. */
export async function currentPages(): Promise<Map<string, string>> {
  const regions = {
    operations: operations(),
    errors: errors(),
    events: events(),
    policy: policy(),
    "hidden-reason": hiddenReason(),
    "document-reasons": documentReasons(),
    "liveness-reasons": livenessReasons(),
    "face-match-reasons": faceMatchReasons(),
    "own-check-reasons": ownCheckReasons(),
    "review-reasons": reviewReasons(),
    signals: signals(),
    checks: checks(),
    gates: gates(),
    "document-types": documentTypes(),
    "mrz-formats": mrzFormats(),
    "issuing-states": issuingStates(),
    "document-records": documentRecords(),
    "label-languages": labelLanguages(),
    "edge-settings": edgeSettings(),
    "inference-settings": inferenceSettings(),
    "stack-settings": stackSettings(),
    commands: await commands(),
    roles: roles(),
    "server-calls": serverCalls(),
    "client-calls": clientCalls(),
  };
  const paths = globSync("*.md", { cwd: FOLDER }).map((name) => join(FOLDER, name));
  const pages = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
  return fillPages(pages, regions);
}

const HELP = `Usage: npm run generate

Writes the generated regions of docs/reference/*.md, from the code that serves what they describe. A region is between
"<!-- generated: NAME -->" and "<!-- end -->". The rest of a page is written by hand.
`;

if (import.meta.main) {
  if (process.argv.includes("--help")) process.stdout.write(HELP);
  else for (const [path, text] of await currentPages()) writeFileSync(path, text);
}
