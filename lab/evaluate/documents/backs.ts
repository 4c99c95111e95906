import type { Raster } from "../../../inference/imaging/raster.ts";
import { findBarcodes, findBlurredBarcodes } from "../../../inference/pipelines/document/barcodes.ts";
import { type CaptureOptions, captureDocument } from "../../material/capture/capture.ts";
import { LICENCE_ISSUERS, licenceBarcode, licenceElements } from "../../material/documents/aamva-text.ts";
import { renderLicenceBack } from "../../material/documents/american-licence.ts";
import { inventHolder } from "../../material/documents/specimen.ts";
import { pick, seededRandom } from "../../material/random.ts";
import { rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import type { Part, Workbench } from "../workbench.ts";

/** Modules of the symbol's width, with the standard's quiet zones. */
const MODULES = 290;

/** Captures of a row: 1,600 px, JPEG 88, noise 3, turned by any angle. */
const CONDITIONS: Readonly<Record<string, Partial<CaptureOptions>>> = {
  "2.5 px a module, blur 0.4": { coverage: 0.53, blur: 0.4 },
  "2.5 px a module, blur 0.8": { coverage: 0.53, blur: 0.8 },
  "2.5 px a module, blur 1.2": { coverage: 0.53, blur: 1.2 },
  "3.8 px a module, blur 1.2": { coverage: 0.8, blur: 1.2 },
  "1.9 px a module, blur 0.8": { coverage: 0.4, blur: 0.8 },
};

/** Reads the barcodes of licences' backs that are turned by any angle, as a document's reading does. */
export const backs: Part = {
  summary: "PDF417 on the backs of US and Canadian licences, at any angle",
  flags: {
    backs: [500, "backs, in equal parts for each condition"],
    "backs-from": [900_000, "their first seed"],
  },
  async run(workbench) {
    const count = workbench.count("backs");
    if (count === 0) return [];
    const names = Object.keys(CONDITIONS);
    const reads: { readonly name: string; readonly read: Read }[] = [];
    for (let n = 0; n < count; n++) {
      const name = names[n % names.length]!;
      const seed = workbench.count("backs-from") + n;
      reads.push({ name, read: await readBack(workbench, seed, CONDITIONS[name]!) });
      workbench.progress(n + 1, count, "backs");
    }
    return [byCondition(reads), await costs()];
  },
};

type Read = "whole" | "other" | "missed";

function byCondition(reads: readonly { readonly name: string; readonly read: Read }[]): Section {
  const rows = [...Object.keys(CONDITIONS), "all"].map((name) => {
    const of = reads.filter((each) => name === "all" || each.name === name);
    const counted = (read: Read) => of.filter((each) => each.read === read).length;
    return [name, rateOf(counted("whole"), of.length), counted("other")];
  });
  return {
    heading: "Backs of licences, turned by any angle",
    text: `The symbol has ${MODULES} modules with its quiet zones, and error correction of level 5.`,
    table: { columns: ["capture", "content exact", "other content"], rows },
  };
}

/** A page of bars or of noise, 12 megapixels, is the most that a search can be given. */
async function costs(): Promise<Section> {
  const [width, height] = [4000, 3000];
  const random = seededRandom(1);
  const drawn: Readonly<Record<string, Raster>> = {
    "noise, 12 MP": grey(width, height, () => random() < 0.5),
    "bars of 2 px, 12 MP": grey(width, height, (x, y) => hash(x >> 1, y >> 3) % 2 === 0),
    "noise, a page of 1,920 × 1,210 px": grey(1920, 1210, () => random() < 0.5),
  };
  const rows: (string | number)[][] = [];
  for (const [name, raster] of Object.entries(drawn)) {
    await findBarcodes(raster, undefined);
    rows.push([
      name,
      await processorTime(() => findBarcodes(raster, undefined)),
      await processorTime(() => findBlurredBarcodes(raster)),
    ]);
  }
  return {
    heading: "What a search costs",
    table: { columns: ["page", "search, processor ms", "enlarged search, processor ms"], rows },
  };
}

async function processorTime(search: () => Promise<unknown>): Promise<number> {
  const RUNS = 5;
  const before = process.cpuUsage();
  for (let run = 0; run < RUNS; run++) await search();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000 / RUNS);
}

function grey(width: number, height: number, isDark: (x: number, y: number) => boolean): Raster {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) if (!isDark(x, y)) data.fill(255, at, at + 3);
  }
  return { width, height, data };
}

const hash = (x: number, y: number): number =>
  (Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 7, 0x85ebca6b)) >>> 15;

async function readBack(workbench: Workbench, seed: number, options: Partial<CaptureOptions>): Promise<Read> {
  const random = seededRandom(seed);
  const issuer = pick(random, LICENCE_ISSUERS);
  const holder = inventHolder(seed);
  const back = await renderLicenceBack({ holder, issuer, seed });
  const { content } = await captureDocument(back, { ...options, seed, rotation: 360 * random() });
  const [barcode] = (await workbench.read(content)).barcodes;
  if (barcode === undefined) return "missed";
  const expected = licenceBarcode(licenceElements(holder, issuer), issuer);
  return Buffer.from(barcode.content).toString("latin1") === expected ? "whole" : "other";
}
