import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenBundle } from "../../../../inference/bundle/open.ts";
import { rectangle } from "../../../../inference/geometry/quad.ts";
import { readMrzLines } from "../../../../inference/models/mrz-reader/read.ts";
import { alignLine } from "../../../../inference/mrz/align.ts";
import { editDistance } from "../../../../vocabulary/edit-distance.ts";
import { percent, rateOf } from "../../report/figures.ts";
import type { Section } from "../../report/markdown.ts";
import type { Part } from "../../workbench.ts";
import { rasterOf } from "../specimens.ts";

export const singleLines: Part = {
  summary: "DATA/mrz_lines: crops of single lines of an MRZ",
  flags: {},
  async run({ data, bundle }) {
    const folder = join(data ?? "", "mrz_lines");
    return data === undefined || !existsSync(folder) ? [] : [await measureLines(bundle, folder)];
  },
};

/** Crops of single lines with `gt.tsv`: the reader knows only the number of characters. */
async function measureLines(bundle: OpenBundle, folder: string): Promise<Section> {
  const labelled = readFileSync(join(folder, "gt.tsv"), "utf8").trim().split("\n");
  const truths = labelled.map((row) => row.split("\t") as [string, string]);
  const texts: string[] = [];
  let milliseconds = 0;
  for (const [file, truth] of truths) {
    const raster = await rasterOf(join(folder, file));
    const began = performance.now();
    const whole = [rectangle(0, 0, raster.width, raster.height)];
    const [emissions] = await readMrzLines(bundle.model("mrz_recognition"), raster, whole);
    texts.push(alignLine(emissions!, Array(truth.length).fill("any"))?.text ?? "");
    milliseconds += performance.now() - began;
  }
  const columns = ["lines exact", "character error rate", "ms a line"];
  return { heading: "Single lines", table: { columns, rows: [figures(texts, truths, milliseconds)] } };
}

function figures(texts: readonly string[], truths: readonly [string, string][], milliseconds: number) {
  const exact = texts.filter((text, i) => text === truths[i]![1]).length;
  const errors = texts.reduce((sum, text, i) => sum + editDistance(truths[i]![1], text), 0);
  const characters = texts.reduce((sum, _, i) => sum + truths[i]![1].length, 0);
  return [
    rateOf(exact, texts.length),
    percent(errors / characters),
    (milliseconds / texts.length).toFixed(1),
  ];
}
