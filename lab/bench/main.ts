import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { type Bench, reached } from "./figure.ts";
import { benchPage, type PartFigures } from "./page.ts";

interface Part {
  readonly summary: string;
  /** Loaded when the part runs, so that no part needs another's dependencies. */
  readonly load: () => Promise<Bench>;
}

/** Each part starts everything that it measures. Without a name all parts run, one after another. */
const PARTS: Readonly<Record<string, Part>> = {
  inference: {
    summary: "faces a second by gRPC beside bare processes; health under load",
    load: async () => (await import("./inference/inference.ts")).benchInference,
  },
  device: {
    summary: "a device process on the CPU provider beside bare sessions, one call and eight at a time",
    load: async () => (await import("./inference/device.ts")).benchDevice,
  },
  edge: {
    summary: "added time, database round trips and memory of the Worker",
    load: async () => (await import("./edge/edge.ts")).benchEdge,
  },
  faces: {
    summary: "detect and embed beside @vladmandic/face-api on WASM; --data: accuracy on its pairs too",
    load: async () => (await import("./faces/faces.ts")).benchFaces,
  },
  documents: {
    summary: "one page read, its stages and its memory; both answers of a document on two engines",
    load: async () => (await import("./documents/documents.ts")).benchDocuments,
  },
  shares: {
    summary: "where a face's and a document's processor time goes",
    load: async () => (await import("./shares/shares.ts")).benchShares,
  },
  gallery: {
    summary: "a million faces beside sqlite-vec; 100,000 faces end to end",
    load: async () => (await import("./gallery/gallery.ts")).benchGallery,
  },
  webhooks: {
    summary: "deliveries a second, commit to arrival, the healthy beside endpoints that hang or reset",
    load: async () => (await import("./webhooks/webhooks.ts")).benchWebhooks,
  },
};

const { values, positionals } = parseArgs({
  options: {
    data: { type: "string" },
    models: { type: "string" },
    out: { type: "string" },
    help: { type: "boolean" },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in PARTS));
if (values.help || unknown.length > 0) {
  const parts = Object.entries(PARTS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  console.log(
    `Usage: npm run lab -- bench [part …] [--data DIR] [--models DIR] [--out FILE]\n\n${parts.join("\n")}\n\n--out writes the figures as a Markdown page, too.`,
  );
  process.exit(unknown.length > 0 ? 1 : 0);
}

const machine = `${cpus().length} × ${cpus()[0]?.model}, node ${process.version}`;
const measured: PartFigures[] = [];
console.log(machine);
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  const { summary, load } = PARTS[name]!;
  const figures = await (await load())(values);
  measured.push({ part: name, summary, figures });
  for (const figure of figures) {
    const verdict = { true: "reached", false: "not reached", null: "" }[String(reached(figure))];
    const aim = figure.aim === undefined ? "" : `aim ${figure.aim}`;
    console.log(
      `${figure.name.padEnd(44)}${figure.value.toFixed(2).padStart(9)} ${figure.unit.padEnd(3)} ${aim} ${verdict}`,
    );
  }
}
if (values.out !== undefined) {
  const facts = { measured: new Date().toISOString().slice(0, 10), on: machine };
  writeFileSync(values.out, benchPage(facts, measured));
}
