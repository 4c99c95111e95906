/** Modules with more than 300 lines, and the reason of each. */
export const LONG_FILES: Readonly<Record<string, string>> = {
  "capture/text/ar.ts": "one table of a language's texts",
  "capture/text/de.ts": "one table of a language's texts",
  "capture/text/en.ts": "one table of a language's texts",
  "capture/text/es.ts": "one table of a language's texts",
  "capture/text/fr.ts": "one table of a language's texts",
  "capture/text/pt.ts": "one table of a language's texts",
  "test/acceptance/age.test.ts": "the acceptance points of one feature, in their order",
  "test/acceptance/own-checks.test.ts": "the acceptance points of one feature, in their order",
  "test/acceptance/wallet.test.ts": "the acceptance points of one feature, in their order",
  "test/capture/browser/flow.test.ts": "whole ways of a person on one stack with one camera",
  "test/edge/api/customers/erase.test.ts": "one verb that touches every table",
  "test/edge/api/liveness/check.test.ts": "one call in its three modes",
  "test/edge/evidence/model/judge.ts":
    "one judge of one history: every sentence of the contract that it can break",
  "test/edge/evidence/model/play.ts": "one player of one verification, as the service calls the rules",
  "test/edge/evidence/mutation/mutants.ts": "one table of broken rules, by module",
  "test/edge/verdicts/ocr/fields.test.ts": "how two MRZs make one field, by kinds of fields",
  "test/edge/verdicts/ocr/verdict.test.ts": "one rule for each gate",
  "test/edge/webhooks/delivery/dispatcher.test.ts": "one loop and its failures, on one database",
};
