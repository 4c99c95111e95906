/**
 * Measures document reading: `node test/evaluate/documents.ts [--models DIR] [--count N] [--data DIR]`.
 * Own captures are made by code; `--data` names a folder with `mrz_lines/` (crops and gt.tsv) and `specimens/`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { CPU } from "../../inference/engine/session.ts";
import { rectangle } from "../../inference/geometry/quad.ts";
import { decodeImage } from "../../inference/imaging/decode.ts";
import type { Raster } from "../../inference/imaging/raster.ts";
import { openRecognizer, recognizeLine } from "../../inference/models/ppocr-recognition/recognize.ts";
import { toZone, zoneClasses } from "../../inference/models/ppocr-recognition/zone-emissions.ts";
import { alignLine } from "../../inference/mrz/align.ts";
import { openPack } from "../../inference/pack/open.ts";
import { openDocumentPipeline } from "../../inference/pipelines/document.ts";
import { openFacePipeline } from "../../inference/pipelines/face.ts";
import type { DocumentReading } from "../../inference/pipelines/types.ts";
import { type CaptureOptions, captureDocument } from "../material/capture.ts";
import { SAMPLE_FACES } from "../material/sample-faces.ts";
import { inventHolder, renderSpecimen } from "../material/specimen.ts";

const { values } = parseArgs({
  options: {
    models: { type: "string", default: ".local/models" },
    count: { type: "string", default: "10" },
    data: { type: "string" },
  },
});

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

const pack = await openPack(values.models, CPU);
const pipeline = await openDocumentPipeline(pack, await openFacePipeline(pack));
const recognizer = openRecognizer(
  pack.net("text_recognition"),
  pack.model("text_recognition").name,
  pack.file("text_recognition", "dictionary"),
);
console.log(`pack ${pack.name}, recogniser ${pack.model("text_recognition").name}`);

const isValid = ({ mrz }: DocumentReading) => mrz?.checks.every(({ valid }) => valid) ?? false;

async function timed(raster: Raster) {
  const started = performance.now();
  const reading = await pipeline.read(raster, { portrait: true });
  return { reading, milliseconds: performance.now() - started };
}

async function measureCaptures(name: string, options: Partial<CaptureOptions>, count: number): Promise<void> {
  let [valid, exact, wrong, portraits, milliseconds] = [0, 0, 0, 0, 0];
  for (let n = 0; n < count; n++) {
    const format = n % 2 === 0 ? "TD1" : "TD3";
    const portrait = SAMPLE_FACES[n % SAMPLE_FACES.length]!;
    const specimen = await renderSpecimen({ format, holder: inventHolder(100 + n), portrait, scale: 16 });
    const capture = await captureDocument(specimen.content, { ...options, seed: 200 + n });
    const result = await timed(await decodeImage(capture.content));
    milliseconds += result.milliseconds;
    const same = result.reading.mrz?.lines.join() === specimen.mrz.join();
    if (isValid(result.reading)) valid++;
    if (same) exact++;
    // Names are under no check digit: only what the checks cover may not be wrong and valid.
    if (isValid(result.reading) && !same) wrong++;
    if (result.reading.portrait !== undefined) portraits++;
  }
  const mean = Math.round(milliseconds / count);
  console.log(
    `${name}: ${valid}/${count} all checks valid, ${exact} exact, ${wrong} valid but not exact, ${portraits} portraits, ${mean} ms`,
  );
}

async function measureLines(folder: string): Promise<void> {
  const classes = zoneClasses(recognizer.characters);
  let [lines, exact, errors, characters] = [0, 0, 0, 0];
  for (const row of readFileSync(join(folder, "gt.tsv"), "utf8").trim().split("\n")) {
    const [file, text] = row.split("\t") as [string, string];
    const { data, info } = await sharp(join(folder, file))
      .flatten()
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const emissions = await recognizeLine(
      recognizer,
      { width, height, data },
      rectangle(0, 0, width, height),
    );
    const read = alignLine(toZone(emissions, classes), Array(text.length).fill("any"))?.text ?? "";
    const wrong = [...text].filter((character, i) => read[i] !== character).length;
    lines++;
    characters += text.length;
    errors += wrong;
    if (wrong === 0) exact++;
  }
  console.log(
    `lines: ${lines}, character errors ${((100 * errors) / characters).toFixed(2)} %, ${exact} exact`,
  );
}

async function measureSpecimens(folder: string): Promise<void> {
  for (const file of readdirSync(folder).sort()) {
    const { data, info } = await sharp(join(folder, file))
      .flatten()
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { reading, milliseconds } = await timed({ width: info.width, height: info.height, data });
    const failed = reading.mrz?.checks
      .filter(({ valid }) => !valid)
      .map(({ name, confidence }) => {
        return `${name} ${confidence.toFixed(2)}`;
      });
    const outcome = failed === undefined ? "no zone" : failed.length === 0 ? "all valid" : failed.join(", ");
    console.log(
      `${file} ${info.width}×${info.height}: ${reading.mrz?.format ?? "–"}, ${outcome}, portrait ${reading.portrait === undefined ? "no" : "yes"}, ${Math.round(milliseconds)} ms`,
    );
  }
}

for (const [name, options] of Object.entries(CONDITIONS)) {
  await measureCaptures(name, options, Number(values.count));
}
if (values.data !== undefined) {
  await measureLines(join(values.data, "mrz_lines"));
  await measureSpecimens(join(values.data, "specimens"));
}
await pack.release();
