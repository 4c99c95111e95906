import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { isOfWheel, pulledFiles, pullFiles } from "#inference/bundle/download/pull.ts";
import { type OpenBundle, openBundle } from "#inference/bundle/open.ts";
import { openPipelines } from "#inference/pipelines/index.ts";
import { CPU } from "#inference/runtime/session.ts";
import { drawText } from "#lab/material/documents/text.ts";
import { MODELS_DIR } from "../../../harness/inference/process.ts";

/** The bundled models, with the reader of print that pip brings. */
const FOLDER = join(MODELS_DIR, "../reader-models");
const LINES = [
  "MUÑOZ IBÁÑEZ",
  "Guðrún Þórðardóttir",
  "Straße des 17. Juni 135",
  "GRÖßMANN, GRUBER",
  "ÞÓRSSON, PÉTURSSON",
  "FRANÇOIS LEFÈVRE",
  "Søren Kjær",
];

let bundle: OpenBundle | undefined;

beforeAll(async () => {
  const { complete } = await pullFiles(FOLDER, pulledFiles.filter(isOfWheel), {});
  if (complete) bundle = await openBundle(FOLDER, CPU);
  return () => bundle?.release();
}, 120_000);

it("print in Latin letters is read with its marks and spaces, and the result names its reader", async ({
  skip,
}) => {
  skip(bundle === undefined, "pip cannot download the reader here");
  const drawn = LINES.map((text, i) =>
    drawText(text, 60, 90 + 80 * i, { font: "sans", size: 34, fill: "#222" }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="660"><rect width="100%" height="100%" fill="#f2efe6"/>${drawn.join("")}</svg>`;
  const image = await sharp(Buffer.from(svg)).png().toBuffer();
  const { lines, reader } = await (await openPipelines(bundle!)).readDocument(image);
  expect(lines.map(({ text }) => text)).toEqual(LINES);
  expect(reader.name).toBe("PP-OCRv6_rec_small");
  for (const { certainty, confidence } of lines) expect(certainty).toBeLessThanOrEqual(confidence);
});
