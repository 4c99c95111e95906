import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOCUMENT_TEXTS } from "#edge/verification/reasons/document.ts";
import { FACE_MATCH_TEXTS, LIVENESS_TEXTS } from "#edge/verification/reasons/face.ts";
import { OWN_CHECK_TEXTS } from "#edge/verification/reasons/own-checks.ts";
import { errors, events, operations, policy } from "./api.ts";
import { documentRecords, documentTypes, issuingStates, labelLanguages, mrzFormats } from "./documents.ts";
import { fillPages } from "./markdown.ts";
import { commandCodes, commands, edgeSettings, inferenceSettings, stackSettings } from "./operating.ts";
import { checks, gates, hiddenReason, reasons, reviewReasons, signals } from "./reasons.ts";
import { roles } from "./roles.ts";
import { clientCalls, serverCalls } from "./sdks.ts";

const FOLDER = join(import.meta.dirname, "../../docs/reference");

/**
 * Every page of the reference as it should be now, by its path. What is between "<!-- generated: NAME -->"
 * and "<!-- end -->" comes from the code that serves it; the rest of a page is written by hand.
 */
export async function currentPages(): Promise<Map<string, string>> {
  const regions = {
    operations: operations(),
    errors: errors(),
    events: events(),
    policy: policy(),
    "hidden-reason": hiddenReason(),
    "document-reasons": reasons(DOCUMENT_TEXTS),
    "liveness-reasons": reasons(LIVENESS_TEXTS),
    "face-match-reasons": reasons(FACE_MATCH_TEXTS),
    "own-check-reasons": reasons(OWN_CHECK_TEXTS),
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
    "command-codes": commandCodes(),
    commands: await commands(),
    roles: roles(),
    "server-calls": serverCalls(),
    "client-calls": clientCalls(),
  };
  const paths = globSync("*.md", { cwd: FOLDER }).map((name) => join(FOLDER, name));
  const pages = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
  return fillPages(pages, regions);
}

if (import.meta.main) {
  for (const [path, text] of await currentPages()) writeFileSync(path, text);
}
