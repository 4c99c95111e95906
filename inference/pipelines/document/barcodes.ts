import { flattening, type Quad } from "../../geometry/quad.ts";
import { apply, centroid, invert, scaling } from "../../geometry/transform.ts";
import type { Raster } from "../../imaging/raster.ts";
import { warp } from "../../imaging/warp.ts";
import { type Symbol, scanBarcodes } from "../../models/barcode-scanner.ts";
import type { MrzReading } from "./mrz/mrz.ts";

/** A barcode on the page in reading position. */
export type PageBarcode = Symbol;

/**
 * Most pixels of a search, so that a large upload without an outline takes no longer: a card that fills half
 * of it still has three pixels a module.
 */
const PIXELS_MAX = 4_000_000;

/** A second search is of an image this much larger: blurred modules of two pixels are then read. */
const ENLARGED = 1.5;

/** A search that took this long, in milliseconds, is the only one. */
const TIME_MAX = 200;

/**
 * Formats of machine-readable zones beside which documents carry a barcode of their own: enhanced licences
 * have both on their back. A passport's page and a visa have none that is read here.
 */
const BESIDE: ReadonlySet<string> = new Set(["TD1"]);

/**
 * The barcodes of a page in reading position, at most four. Once more, enlarged, if none was read. A page
 * whose MRZ says that it has none is not searched.
 */
export async function findBarcodes(raster: Raster, mrz: MrzReading | undefined): Promise<PageBarcode[]> {
  if (mrz !== undefined && !BESIDE.has(mrz.format.name)) return [];
  const began = performance.now();
  const found = await scanAt(raster, 1);
  if (found.length > 0 || performance.now() - began > TIME_MAX) return found;
  return scanAt(raster, ENLARGED);
}

async function scanAt(raster: Raster, wanted: number): Promise<PageBarcode[]> {
  const most = Math.sqrt(PIXELS_MAX / (raster.width * raster.height));
  const scale = Math.min(wanted, most);
  if (scale === 1) return scanBarcodes(raster);
  const [width, height] = [Math.round(raster.width * scale), Math.round(raster.height * scale)];
  const toPage = scaling(raster.width / width, raster.height / height);
  const found = await scanBarcodes(await warp(raster, toPage, width, height));
  return found.map(({ corners, ...symbol }) => ({
    ...symbol,
    corners: corners.map((corner) => apply(toPage, corner)) as unknown as Quad,
  }));
}

/** Whether a region lies on a barcode, whose bars pass for lines of text. */
export function barcodeTest(barcodes: readonly PageBarcode[]): (region: Quad) => boolean {
  const toSymbols = barcodes.map(({ corners }) => invert(flattening(corners, 1, 1)));
  return (region) =>
    toSymbols.some((toSymbol) => {
      const { x, y } = apply(toSymbol, centroid(region));
      return Math.min(x, y) >= 0 && Math.max(x, y) <= 1;
    });
}
