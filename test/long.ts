/**
 * Test files that `npm test` leaves out and `npm run test:all` runs, by what makes them long. Paths are relative
 * to `test/`.
 */
export const LONG: Readonly<Record<string, readonly string[]>> = {
  "property runs, mutants and fuzz": [
    "capture/recovery/faults.test.ts",
    "edge/adversary/fuzz.test.ts",
    "edge/evidence/http/http-model.test.ts",
    "edge/evidence/model/model.test.ts",
    "edge/evidence/mutation/mutation.test.ts",
    "edge/limits/attempts/attempt-counters.test.ts",
    "edge/webhooks/simulation/simulation.test.ts",
    "sdk/core/cuts.test.ts",
  ],
  "whole stacks, kills and restarts": [
    "edge/worker.test.ts",
    "inference/leaving.test.ts",
    "inference/main.test.ts",
    "local/drill.test.ts",
    "local/edge/drain.test.ts",
    "local/edge/inference-tls.test.ts",
    "local/entries.test.ts",
    "local/stack.test.ts",
    "stack/copies.test.ts",
    "stack/evidence.test.ts",
    "stack/production.test.ts",
  ],
  "the models on many pictures": [
    "capture/quality/hint.test.ts",
    "edge/evidence/attacks/on-real-nets.test.ts",
    "edge/verdicts/ocr/no-document.test.ts",
    "inference/pipelines/document/document.test.ts",
    "inference/pipelines/document/edges.test.ts",
    "inference/pipelines/face/visibility.test.ts",
    "inference/service/documents.test.ts",
  ],
  "engines and devices that die or are overloaded": [
    "inference/device/batches.test.ts",
    "inference/device/host.test.ts",
    "inference/device/service.test.ts",
    "inference/engine/put-aside.test.ts",
    "inference/engine/queue/exchange.test.ts",
    "inference/engine/queue/fair-queue.test.ts",
    "inference/engine/work/work-stack.test.ts",
    "inference/milvus-client.test.ts",
  ],
  "links, passwords and deliveries that wait": [
    "dashboard/account/accounts.test.ts",
    "dashboard/account/lock-out.test.ts",
    "dashboard/account/second-factor.test.ts",
    "dashboard/quotas.test.ts",
    "edge/api/sessions/handoff-codes.test.ts",
    "edge/api/sessions/links.test.ts",
    "edge/webhooks/delivery/dispatcher.test.ts",
  ],
  "every route, every port, every package": [
    "edge/adversary/isolation.test.ts",
    "edge/inference/port/port.test.ts",
    "local/migrate.test.ts",
    "sdk/server/packed.test.ts",
  ],
};
