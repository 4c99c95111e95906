import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CPU } from "../../inference/engine/session.ts";
import { decodeImage } from "../../inference/imaging/decode.ts";
import type { Raster } from "../../inference/imaging/raster.ts";
import { openPack } from "../../inference/pack/open.ts";
import { type DocumentPipeline, openDocumentPipeline } from "../../inference/pipelines/document.ts";
import { openFacePipeline } from "../../inference/pipelines/face.ts";
import type { DocumentReading } from "../../inference/pipelines/types.ts";
import { type CaptureOptions, captureDocument } from "../material/capture.ts";
import { SAMPLE_FACES } from "../material/sample-faces.ts";
import { inventHolder, renderSpecimen } from "../material/specimen.ts";
import { rasterOf } from "./documents/raster.ts";
import { measureLines } from "./documents/single-lines.ts";
import { measureZones } from "./documents/zones.ts";
import type { Evaluation, EvaluationRequest } from "./evaluation.ts";
import { share } from "./report/figures.ts";
import type { Report, Section } from "./report/markdown.ts";

/** How the captures of each row differ from a mild one: 1,600 px, blur 0.6, noise 3, JPEG 88. */
const CONDITIONS: Readonly<Record<string, Partial<CaptureOptions>>> = {
  mild: {},
  "1,280 px": { longSide: 1280 },
  "960 px": { longSide: 960 },
  "720 px": { longSide: 720 },
  "3,200 px": { longSide: 3200, blur: 1.2 },
  "blur 1.5": { blur: 1.5 },
  "blur 2.5": { blur: 2.5 },
  "noise 12": { noise: 12 },
  "JPEG 40": { quality: 40 },
  "tilt 25°": { rotation: 25 },
  "perspective 6 %": { perspective: 0.06 },
  "a third of the width": { coverage: 0.35 },
  "960 px, blur 1.2, noise 8, JPEG 60": { longSide: 960, blur: 1.2, noise: 8, quality: 60 },
};

/** Document reading: own captures, made by code, and with `--data` line crops and specimens. */
export const documents: Evaluation = {
  summary: "document reading: text, machine readable zones and portraits",
  flags: {
    count: "captures for each condition (10)",
    zones: "machine readable zones for each condition (200)",
    peers: "of these, and of the single lines, how many tesseract reads too (50)",
  },
  run: measureDocuments,
};

async function measureDocuments(request: EvaluationRequest): Promise<Report> {
  const pack = await openPack(request.models, CPU);
  const pipeline = await openDocumentPipeline(pack, await openFacePipeline(pack));
  const count = Number(request.flag("count") ?? 10);
  const [zones, peers] = [Number(request.flag("zones") ?? 200), Number(request.flag("peers") ?? 50)];
  const sections = [
    await measureZones(pack, zones, Math.min(peers, zones)),
    await measureCaptures(pipeline, count),
  ];
  if (request.data !== undefined) {
    sections.push(await measureLines(pack, join(request.data, "mrz_lines"), peers));
    sections.push(await measureSpecimens(pipeline, join(request.data, "specimens")));
  }
  const recogniser = pack.model("text_recognition").name;
  await pack.release();
  return { title: "Document reading", facts: { pack: pack.name, recogniser }, sections };
}

const isValid = ({ mrz }: DocumentReading) => mrz?.checks.every(({ valid }) => valid) ?? false;

async function timed(pipeline: DocumentPipeline, raster: Raster) {
  const started = performance.now();
  const reading = await pipeline.read(raster, { portrait: true });
  return { reading, milliseconds: performance.now() - started };
}

async function measureCaptures(pipeline: DocumentPipeline, count: number): Promise<Section> {
  const rows: (string | number)[][] = [];
  for (const [name, options] of Object.entries(CONDITIONS)) {
    rows.push([name, ...(await measureCondition(pipeline, options, count))]);
  }
  const columns = ["condition", "all checks valid", "exact", "valid but not exact", "portraits", "ms"];
  return { heading: "Own captures", table: { columns, rows } };
}

async function measureCondition(
  pipeline: DocumentPipeline,
  options: Partial<CaptureOptions>,
  count: number,
): Promise<(string | number)[]> {
  let [valid, exact, wrong, portraits, milliseconds] = [0, 0, 0, 0, 0];
  for (let n = 0; n < count; n++) {
    const format = n % 2 === 0 ? "TD1" : "TD3";
    const portrait = SAMPLE_FACES[n % SAMPLE_FACES.length]!;
    const specimen = await renderSpecimen({ format, holder: inventHolder(100 + n), portrait, scale: 16 });
    const capture = await captureDocument(specimen.content, { ...options, seed: 200 + n });
    const result = await timed(pipeline, await decodeImage(capture.content));
    milliseconds += result.milliseconds;
    const same = result.reading.mrz?.lines.join() === specimen.mrz.join();
    if (isValid(result.reading)) valid++;
    if (same) exact++;
    // Names are under no check digit: only what the checks cover may not be wrong and valid.
    if (isValid(result.reading) && !same) wrong++;
    if (result.reading.portrait !== undefined) portraits++;
  }
  return [share(valid, count), exact, wrong, portraits, Math.round(milliseconds / count)];
}

/** Published specimens; `gt.tsv` beside them, where there is one, has what their zones say, the lines after the file. */
async function measureSpecimens(pipeline: DocumentPipeline, folder: string): Promise<Section> {
  const truths = zoneTruths(join(folder, "gt.tsv"));
  const rows: (string | number)[][] = [];
  for (const file of readdirSync(folder)
    .filter((name) => name !== "gt.tsv")
    .sort()) {
    const raster = await rasterOf(join(folder, file));
    const { reading, milliseconds } = await timed(pipeline, raster);
    const failed = reading.mrz?.checks
      .filter(({ valid }) => !valid)
      .map(({ name, confidence }) => `${name} ${confidence.toFixed(2)}`);
    const truth = truths.get(file);
    rows.push([
      `${raster.width} × ${raster.height}`,
      reading.mrz?.format ?? "no zone",
      truth === undefined ? "–" : truth === reading.mrz?.lines.join() ? "exact" : "not exact",
      failed === undefined ? "–" : failed.join(", ") || "all valid",
      reading.portrait === undefined ? "no" : "yes",
      Math.round(milliseconds),
    ]);
  }
  const exact = rows.filter(([, , text]) => text === "exact").length;
  const text =
    truths.size === 0 ? "What they say is not known here." : `Exact: ${share(exact, truths.size)}.`;
  const columns = ["pixels", "zone", "text", "checks that fail, with confidence", "portrait", "ms"];
  return { heading: "Specimens", text, table: { columns, rows } };
}

function zoneTruths(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map();
  const rows = readFileSync(path, "utf8").trim().split("\n");
  return new Map(
    rows.map((row) => {
      const [file, ...lines] = row.split("\t");
      return [file!, lines.join()] as const;
    }),
  );
}
