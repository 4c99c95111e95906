import sharp from "sharp";
import { expect, it } from "vitest";
import { rectangle } from "#inference/geometry/quad.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { barcodeTest, findBarcodes } from "#inference/pipelines/document/barcodes.ts";
import type { MrzReading } from "#inference/pipelines/document/mrz/mrz.ts";
import { LICENCE_ISSUERS, licenceBarcode, licenceElements } from "#lab/material/documents/aamva-text.ts";
import { drawPdf417, renderLicenceBack } from "#lab/material/documents/american-licence.ts";
import { inventHolder } from "#lab/material/documents/specimen.ts";

const [ISSUER] = LICENCE_ISSUERS;
const HOLDER = inventHolder(7);
const CONTENT = licenceBarcode(licenceElements(HOLDER, ISSUER), ISSUER);

async function rasterOf(image: ReturnType<typeof sharp>): Promise<Raster> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

const back = async () => sharp(await renderLicenceBack({ holder: HOLDER, issuer: ISSUER, scale: 12 }));
const textOf = (content: Uint8Array) => Buffer.from(content).toString("latin1");

it("reads the barcode of a licence's back byte for byte, upright and upside down", async () => {
  for (const turn of [0, 180]) {
    const found = await findBarcodes(await rasterOf((await back()).rotate(turn)), undefined);
    expect(found.map(({ content }) => textOf(content))).toEqual([CONTENT]);
  }
});

it("places the barcode, so that its bars are not read as text", async () => {
  const raster = await rasterOf(await back());
  const found = await findBarcodes(raster, undefined);
  const onBarcode = barcodeTest(found);
  const [{ x, y }, , { x: right, y: bottom }] = found[0]!.corners;
  expect(onBarcode(rectangle(x + 20, y + 20, 100, 30))).toBe(true);
  expect(onBarcode(rectangle(x + 20, y > raster.height / 3 ? 5 : bottom + 20, 100, 15))).toBe(false);
  expect(right - x).toBeGreaterThan(0.75 * raster.width);
});

it("does not search a page whose MRZ says that it has no barcode", async () => {
  const raster = await rasterOf(await back());
  const mrzOf = (name: string) => ({ format: { name } }) as MrzReading;
  expect(await findBarcodes(raster, mrzOf("TD3"))).toEqual([]);
  expect(await findBarcodes(raster, mrzOf("TD1"))).toHaveLength(1);
});

it("reads four barcodes of a poster of fifty", async () => {
  const symbol = await drawPdf417("ONE OF FIFTY", 3);
  const { width, height } = await sharp(symbol).metadata();
  const pieces = Array.from({ length: 50 }, (_, i) => ({
    input: symbol,
    left: 20 + (i % 5) * (width + 40),
    top: 20 + Math.floor(i / 5) * (height + 40),
  }));
  const sheet = {
    width: 5 * (width + 40) + 40,
    height: 10 * (height + 40) + 40,
    channels: 3,
    background: "#fff",
  };
  const poster = sharp({ create: sheet as never }).composite(pieces);
  expect(await findBarcodes(await rasterOf(sharp(await poster.png().toBuffer())), undefined)).toHaveLength(4);
});

it("finds no barcode in noise", async () => {
  const data = Uint8Array.from({ length: 800 * 600 * 3 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255);
  expect(await findBarcodes({ width: 800, height: 600, data }, undefined)).toEqual([]);
});
