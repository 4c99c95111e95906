import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { Raster } from "../../../inference/imaging/raster.ts";
import { rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import type { Part, Workbench } from "../workbench.ts";

/** Published specimens. An optional `gt.tsv` has the lines of their MRZs, after the file's name. */
export const specimens: Part = {
  summary: "DATA/specimens: published documents with an MRZ",
  flags: {},
  async run(workbench) {
    const folder = join(workbench.data ?? "", "specimens");
    return workbench.data === undefined || !existsSync(folder)
      ? []
      : [await measureSpecimens(workbench, folder)];
  },
};

async function measureSpecimens(workbench: Workbench, folder: string): Promise<Section> {
  const truths = mrzTruths(join(folder, "gt.tsv"));
  const files = readdirSync(folder).filter((name) => name !== "gt.tsv");
  const rows: (string | number)[][] = [];
  for (const file of files.sort()) {
    const raster = await rasterOf(join(folder, file));
    const began = performance.now();
    const { width, height, mrz, portrait } = await workbench.readRaster(raster);
    const failed = mrz?.checks
      .filter(({ valid }) => !valid)
      .map(({ name, confidence }) => `${name} ${confidence.toFixed(2)}`);
    const truth = truths.get(file);
    rows.push([
      `${width} × ${height}`,
      mrz?.format ?? "no MRZ",
      truth === undefined ? "–" : truth === mrz?.lines.join() ? "exact" : "not exact",
      failed === undefined ? "–" : failed.join(", ") || "all valid",
      portrait === null ? "no" : "yes",
      Math.round(performance.now() - began),
    ]);
    workbench.progress(rows.length, files.length, "specimens");
  }
  const exact = rows.filter(([, , text]) => text === "exact").length;
  const text =
    truths.size === 0 ? "What they say is not known here." : `Exact: ${rateOf(exact, truths.size)}.`;
  const columns = ["pixels", "mrz", "text", "checks that fail, with confidence", "portrait", "ms"];
  return { heading: "Specimens", text, table: { columns, rows } };
}

function mrzTruths(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map();
  const rows = readFileSync(path, "utf8").trim().split("\n");
  return new Map(
    rows.map((row) => {
      const [file, ...lines] = row.split("\t");
      return [file!, lines.join()] as const;
    }),
  );
}

/** Decodes a file of any size; the limits of uploads do not apply. */
export async function rasterOf(path: string): Promise<Raster> {
  const image = sharp(path).flatten().toColourspace("srgb").raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
