import { flattening, type Quad } from "../../geometry/quad.ts";
import { apply, centroid, invert, scaling } from "../../geometry/transform.ts";
import type { Raster } from "../../imaging/raster.ts";
import { resize } from "../../imaging/resize.ts";
import { type DecodedBarcode, scanBarcodes } from "../../models/barcode-scanner.ts";
import type { MrzReading } from "./mrz/mrz.ts";

/**
 * Most pixels of a search, so that a large upload without an outline takes no longer: a card that fills half
 * of it still has three pixels a module.
 */
const PIXELS_MAX = 4_000_000;

/** The second search is of a page this much larger. It reads 1 of 100 barcodes more. */
const ENLARGED = 1.5;

/**
 * MRZ formats of documents that have a barcode as well: enhanced licences, identity cards, visas and
 * residence permits. Passports' pages have none that is read.
 */
const BESIDE: ReadonlySet<string> = new Set(["TD1", "TD2", "MRV-A", "MRV-B"]);

/** A barcode has no room in this share of the page's height, which an MRZ and a page's margin leave. */
const NO_ROOM = 0.2;

/**
 * The barcodes of a page in reading position, at most four. A page whose MRZ says that it has none is not
 * searched, nor an MRZ at the foot of its page: a search takes about 30 ms.
 */
export async function findBarcodes(raster: Raster, mrz: MrzReading | undefined): Promise<DecodedBarcode[]> {
  if (mrz === undefined) return scanAt(raster, 1);
  return BESIDE.has(mrz.format.name) ? scanAt(withoutFoot(raster, mrz), 1) : [];
}

/** The page's rows above its MRZ, if nothing can lie below it. An MRZ is as wide as its document. */
function withoutFoot(raster: Raster, { rows }: MrzReading): Raster {
  const [left, right] = rows[0]!;
  // A tilted MRZ begins above its lower corner, and so may a barcode beside that.
  const height = Math.floor(Math.max(left.y, right.y));
  const bottom = Math.max(...rows.flat().map(({ y }) => y));
  if (height < 1 || raster.height - bottom > NO_ROOM * raster.height) return raster;
  return { width: raster.width, height, data: raster.data.subarray(0, height * raster.width * 3) };
}

/** The same, once more and enlarged: for what may be the back of a document, whose barcode is blurred. */
export const findBlurredBarcodes = (raster: Raster): Promise<DecodedBarcode[]> => scanAt(raster, ENLARGED);

async function scanAt(raster: Raster, wanted: number): Promise<DecodedBarcode[]> {
  const scale = Math.min(wanted, Math.sqrt(PIXELS_MAX / (raster.width * raster.height)));
  if (scale === 1) return scanBarcodes(raster);
  const [width, height] = [Math.round(raster.width * scale), Math.round(raster.height * scale)];
  const toPage = scaling(raster.width / width, raster.height / height);
  const found = await scanBarcodes(resize(raster, width, height));
  return found.map(({ corners, ...barcode }) => ({
    ...barcode,
    corners: corners.map((corner) => apply(toPage, corner)) as unknown as Quad,
  }));
}

/** Whether a region lies on a barcode, whose bars pass for lines of text. */
export function barcodeTest(barcodes: readonly DecodedBarcode[]): (region: Quad) => boolean {
  const toSymbols = barcodes.map(({ corners }) => invert(flattening(corners, 1, 1)));
  return (region) =>
    toSymbols.some((toSymbol) => {
      const { x, y } = apply(toSymbol, centroid(region));
      return Math.min(x, y) >= 0 && Math.max(x, y) <= 1;
    });
}
