import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { editDistance } from "../../../../edge/verdicts/text/edit-distance.ts";
import { rectangle } from "../../../../inference/geometry/quad.ts";
import { readZoneLines } from "../../../../inference/models/mrz-reader/read.ts";
import { alignLine } from "../../../../inference/mrz/align.ts";
import type { OpenPack } from "../../../../inference/pack/open.ts";
import { percent, rateOf } from "../../report/figures.ts";
import type { Section } from "../../report/markdown.ts";
import type { Part } from "../../workbench.ts";
import { rasterOf } from "../raster.ts";
import { readWithTesseract } from "./tesseract.ts";

export const singleLines: Part = {
  summary: "DATA/mrz_lines: crops of single lines of a zone",
  flags: {},
  async run({ data, pack, count }) {
    const folder = join(data ?? "", "mrz_lines");
    return data === undefined || !existsSync(folder)
      ? []
      : [await measureLines(pack, folder, count("peers"))];
  },
};

/**
 * Crops of single lines with `gt.tsv`: our reader, which is given only the number of characters, and
 * `tesseract` on the same files.
 */
async function measureLines(pack: OpenPack, folder: string, peers: number): Promise<Section> {
  const labelled = readFileSync(join(folder, "gt.tsv"), "utf8").trim().split("\n");
  const truths = labelled.map((row) => row.split("\t") as [string, string]);
  const texts: string[] = [];
  let milliseconds = 0;
  for (const [file, truth] of truths) {
    const raster = await rasterOf(join(folder, file));
    const began = performance.now();
    const whole = [rectangle(0, 0, raster.width, raster.height)];
    const [emissions] = await readZoneLines(pack.net("mrz_recognition"), raster, whole);
    texts.push(alignLine(emissions!, Array(truth.length).fill("any"))?.text ?? "");
    milliseconds += performance.now() - began;
  }
  const pictures = truths.slice(0, peers).map(([file]) => sharp(join(folder, file)).png().toBuffer());
  const peer = peers === 0 ? undefined : readWithTesseract(await Promise.all(pictures));
  const columns = ["reader", "lines exact", "character error rate", "ms a line"];
  const rows = [["ours", ...figures(texts, truths, milliseconds)]];
  if (peer !== undefined) rows.push([peer.version, ...figures(peer.texts, truths, peer.milliseconds)]);
  return { heading: "Single lines", table: { columns, rows } };
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
