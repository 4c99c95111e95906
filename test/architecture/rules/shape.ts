/** Folders with more than a dozen names, and the reason of each. */
export const LARGE_FOLDERS: Readonly<Record<string, string>> = {
  edge: "the rooms of the Worker",
  "edge/operations": "a folder for each noun of the product",
  inference: "the rooms of the inference service",
  "inference/models": "a folder for each net",
  test: "a folder for each part of the product",
  "test/edge": "a folder for each room of edge/",
  "test/inference": "a folder for each room of inference/",
};

/** Modules with more than 300 lines, and the reason of each. */
export const LONG_FILES: Readonly<Record<string, string>> = {
  "test/edge/api/customers/erase.test.ts": "one verb that touches every table",
  "test/edge/api/face/registrations.test.ts": "one resource with its five calls",
  "test/edge/api/liveness/check.test.ts": "one call in its three modes",
  "test/edge/evidence/mutation/mutants.ts": "a table",
  "test/edge/verdicts/ocr/verdict.test.ts": "one rule for each gate",
  "test/edge/webhooks/delivery/dispatcher.test.ts": "one loop and its failures, on one database",
};
