import { randomFillSync } from "node:crypto";
import bwipjs from "bwip-js";
import sharp from "sharp";
import { expect, it } from "vitest";
import { rectangle } from "#inference/geometry/quad.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { barcodeTest, findBarcodes } from "#inference/pipelines/document/barcodes.ts";
import type { MrzReading } from "#inference/pipelines/document/mrz/mrz.ts";
import { LICENCE_ISSUERS, licenceBarcode, licenceElements } from "#lab/material/documents/aamva-text.ts";
import { drawPdf417, renderLicenceBack } from "#lab/material/documents/american-licence.ts";
import { inventHolder } from "#lab/material/documents/specimen.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { vds } from "#test/harness/trust/seals.ts";

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
  const rows = [rectangle(0, raster.height - 10, raster.width, 5)];
  const mrzOf = (name: string) => ({ format: { name }, rows }) as unknown as MrzReading;
  expect(await findBarcodes(raster, mrzOf("TD3"))).toEqual([]);
  for (const name of ["TD1", "TD2", "MRV-A", "MRV-B"])
    expect(await findBarcodes(raster, mrzOf(name))).toHaveLength(1);
});

it("searches above an MRZ at the foot of its page, and a page with room below its MRZ as a whole", async () => {
  const raster = await rasterOf(await back());
  const [{ y: top }, , { y: bottom }] = (await findBarcodes(raster, undefined))[0]!.corners;
  // A row whose left end is higher than its right end, as on a tilted card.
  const searched = async (left: number, right: number, foot: number) => {
    const corners = [
      { x: 0, y: left },
      { x: raster.width, y: right },
      { x: raster.width, y: foot },
      { x: 0, y: foot },
    ];
    const mrz = { format: { name: "TD1" }, rows: [corners] } as unknown as MrzReading;
    return (await findBarcodes(raster, mrz)).length;
  };
  const { height } = raster;
  expect(await searched(top, bottom + 20, 0.9 * height)).toBe(1);
  expect(await searched(top, top + 20, 0.9 * height)).toBe(0);
  expect(await searched(top, top + 20, 0.7 * height)).toBe(1);
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

it.each([
  ["DATA_MATRIX", "datamatrix", 0],
  ["DATA_MATRIX", "datamatrix", 90],
  ["DATA_MATRIX", "datamatrix", 7],
  ["QR_CODE", "qrcode", 0],
  ["AZTEC", "azteccode", 0],
])("reads a seal byte for byte: %s", async (symbology, bcid, turn) => {
  const content = vds(newIdentity({ country: "DE", commonName: "TS" }));
  const symbol = await bwipjs.toBuffer({
    ...{ bcid, text: Buffer.from(content).toString("latin1"), binarytext: true, scale: 4 },
    ...{ paddingwidth: 4, paddingheight: 4, backgroundcolor: "FFFFFF" },
  });
  const card = sharp({ create: { width: 1000, height: 640, channels: 3, background: "#d8e0e8" } });
  const page = await card
    .composite([{ input: symbol, left: 520, top: 200 }])
    .png()
    .toBuffer();
  const turned = sharp(page).rotate(turn, { background: "#888" });
  const found = await findBarcodes(await rasterOf(turned), undefined);
  expect(found.map((each) => each.symbology)).toEqual([symbology]);
  expect(Buffer.from(found[0]!.content)).toEqual(Buffer.from(content));
});

it("takes less than twice the processor time of 4 megapixels for 16: it shrinks the rest", async () => {
  const noise = (width: number, height: number) => ({
    ...{ width, height },
    data: new Uint8Array(randomFillSync(Buffer.alloc(width * height * 3))),
  });
  const rasters = [noise(2310, 1732), noise(4620, 3464)] as const;
  const fastest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 4; round++) {
    for (const [i, raster] of rasters.entries()) {
      const before = process.cpuUsage();
      expect(await findBarcodes(raster, undefined)).toEqual([]);
      const { user, system } = process.cpuUsage(before);
      fastest[i] = Math.min(fastest[i]!, (user + system) / 1_000);
    }
  }
  expect(fastest[1]! / fastest[0]!).toBeLessThan(2);
});

it("finds no barcode in noise", async () => {
  const data = Uint8Array.from({ length: 800 * 600 * 3 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255);
  expect(await findBarcodes({ width: 800, height: 600, data }, undefined)).toEqual([]);
});
