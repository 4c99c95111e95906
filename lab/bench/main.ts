import { cpus } from "node:os";
import { knownWord, labArguments } from "../arguments.ts";
import { type Bench, printFigure } from "./figure.ts";

/**
 * Each part starts everything that it measures, and is loaded when it runs, so that no part needs another's
 * dependencies.
 */
const PARTS: Readonly<Record<string, readonly [summary: string, load: () => Promise<Bench>]>> = {
  inference: [
    "faces a second by gRPC beside bare processes; health under load",
    async () => (await import("./inference/inference.ts")).benchInference,
  ],
  edge: [
    "added time, database round trips and memory of the Worker",
    async () => (await import("./edge/edge.ts")).benchEdge,
  ],
  documents: [
    "both answers of a document on two workers, beside the models alone",
    async () => (await import("./documents/documents.ts")).benchDocuments,
  ],
  shares: [
    "where a face's and a document's processor time goes",
    async () => (await import("./shares/shares.ts")).benchShares,
  ],
  gallery: [
    "searches of 10,000 to a million faces; 100,000 faces end to end",
    async () => (await import("./gallery/scan.ts")).benchGallery,
  ],
  webhooks: [
    "deliveries a second, commit to arrival, the healthy beside endpoints that hang or reset",
    async () => (await import("./webhooks/webhooks.ts")).benchWebhooks,
  ],
};

const { values, positionals } = labArguments("bench", {
  options: { models: { type: "string" }, help: { type: "boolean" } },
  allowPositionals: true,
});
if (values.help) {
  const parts = Object.entries(PARTS).map(([name, [summary]]) => `  ${name.padEnd(10)} ${summary}`);
  console.log(`Usage: npm run lab -- bench [part …] [--models DIR]\n\n${parts.join("\n")}`);
  process.exit(0);
}
for (const name of positionals) knownWord("a part of lab bench", Object.keys(PARTS), name);

console.log(`${cpus().length} × ${cpus()[0]?.model}, node ${process.version}`);
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  const [, load] = PARTS[name]!;
  for (const figure of await (await load())(values)) printFigure(figure);
}
