import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { progressive, restarting, sequential, withMany } from "#lab/material/hostile/jpegs.ts";
import { jpegClaiming, profilePart, webpWith, withSegments } from "./edited-images.ts";
import { drawn, flat, type HostileImage, images, SIDE } from "./hostile-image.ts";
import { chunk, compressed, END, header, letters, pixels, png } from "./png.ts";

const ANY = ["decoded", "unreadable", "not_processable"] as const;
/** JPEGs whose scans, tables and markers cost more than their bytes. */
export async function costlyJpegs(): Promise<HostileImage[]> {
  const jpeg = await drawn().jpeg().toBuffer();
  const arithmetic = Buffer.from(jpeg);
  arithmetic[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9;
  const full = await flat(5_000, 4_000).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();
  const decoded = {
    "as many scans as are accepted": progressive(4_000, 4_000, 98),
    "as many blocks as are accepted": progressive(6_000, 6_000, 42),
    "as many coefficients as are accepted": full,
    "2,000,000 empty comments": withMany(jpeg, 0xfe, [], 2_000_000),
    "5,000 comments": withSegments(jpeg, 0xfe, Buffer.alloc(1_000, "A"), 5_000),
    "300 profile parts": withSegments(jpeg, 0xe2, profilePart(), 300),
    "500 Exif blocks": withSegments(jpeg, 0xe1, endlessExif(60_000), 150),
    "Exif whose directories are a circle": withSegments(jpeg, 0xe1, endlessExif(64_000), 1),
  };
  const unreadable = {
    "H3: progressive, 1,000 scans": progressive(6_000, 6_000, 1_000),
    "H3: progressive, 5,000 scans": progressive(6_000, 6_000, 5_000),
    "one scan too many": progressive(300, 300, 100),
    "sequential, 3,000 scans": sequential(1_000, 1_000, 3_000),
    "arithmetic coding": arithmetic,
    "200,000 Huffman tables": withMany(jpeg, 0xc4, [0, ...new Array<number>(16).fill(0)], 200_000),
    "100,000 quantisation tables": withMany(jpeg, 0xdb, [0, ...new Array<number>(64).fill(1)], 100_000),
    "1,000,000 restart intervals": withMany(jpeg, 0xdd, [0, 0], 1_000_000),
  };
  const either = {
    "sequential, as many scans as are accepted": sequential(2_400, 2_400, 99),
    "a restart marker before each unit": await restarting(6_000, 6_000),
  };
  return [
    ...images(["decoded"], decoded),
    ...images(["unreadable"], unreadable),
    ...images(ANY, either),
    ...images(["too_large"], { "more coefficients": jpegClaiming(full, 0xc2, 5_000, 5_000) }),
  ];
}

/** PNGs whose chunks unfold to more than their bytes. */
export async function costlyPngs(): Promise<HostileImage[]> {
  const idat = pixels(SIDE, SIDE);
  const head = header({ width: SIDE, height: SIDE });
  /** A small PNG with these chunks before its pixels. */
  const small = (...chunks: Buffer[]) => png(head, ...chunks, idat, END);
  const again = (count: number, one: Buffer) => Buffer.concat(new Array<Buffer>(count).fill(one));
  const xmp = Buffer.concat([Buffer.from("XML:com.adobe.xmp\0\x01\0\0\0", "latin1"), deflateSync(dearXmp())]);
  const rows = (width: number, height: number, depth: number, samples: number) =>
    chunk(
      "IDAT",
      deflateSync(Buffer.alloc(Math.ceil((width * depth * samples) / 8 + 1) * height, 4), { level: 1 }),
    );
  const sized = (width: number, height: number, depth: number, colour: number, interlaced = false) =>
    header({ width, height, depth, colour, interlaced });
  const decoded = {
    "H2: zTXt of 7 MB, 100 times": small(again(100, compressed("zTXt", 7))),
    "H2: zTXt of 50 MB, 50 times": small(again(50, compressed("zTXt", 50))),
    "H2: iTXt of 7 MB, 100 times": small(again(100, compressed("iTXt", 7))),
    "H2: iTXt of 50 MB, 50 times": small(again(50, compressed("iTXt", 50))),
    "H2: iCCP of 100 MB": small(compressed("iCCP", 100)),
    "tEXt of 9 MB": small(chunk("tEXt", Buffer.concat([Buffer.from("a\0"), Buffer.alloc(9e6, "A")]))),
    "600,000 texts": small(again(600_000, chunk("tEXt", Buffer.from("a\0b")))),
    "XMP of 60,000 namespaces": small(chunk("iTXt", xmp)),
    "eXIf of 9 MB": small(chunk("eXIf", endlessExif(9e6).subarray(6))),
  };
  const palette = chunk("PLTE", Buffer.alloc(768, 9));
  const either = {
    "600,000 empty IDAT": small(again(600_000, chunk("IDAT"))),
    "pixels that unfold to 300 MB": png(head, chunk("IDAT", letters(300)), END),
    "1 bit, interlaced, 40 megapixels": png(sized(10_000, 4_000, 1, 0, true), rows(10_000, 4_100, 1, 1), END),
    "16 bit with alpha, 40 megapixels": png(sized(10_000, 4_000, 16, 6), rows(10_000, 4_000, 16, 4), END),
    "16 bit, interlaced": png(sized(4_000, 4_000, 16, 6, true), rows(4_000, 4_010, 16, 4), END),
    "a palette, interlaced": png(sized(5_600, 5_600, 8, 3, true), palette, rows(5_600, 5_610, 8, 1), END),
  };
  const large = { "1 bit, interlaced, 16k × 16k": png(sized(16_000, 16_000, 1, 0, true), idat, END) };
  return [...images(["decoded"], decoded), ...images(ANY, either), ...images(["too_large"], large)];
}

/** WebPs and profiles that ask for much. */
export async function costlyOthers(): Promise<HostileImage[]> {
  const webp = await drawn().webp().toBuffer();
  const large = flat(4_600, 4_600);
  const p3 = (await sharp(await drawn().withIccProfile("p3").png().toBuffer()).metadata()).icc!;
  const chained = Buffer.concat([p3, Buffer.alloc(900_000)]);
  chained.write("D2B0", 132, "latin1");
  const decoded = {
    "WebP with 9 MB of profile": webpWith(webp, SIDE, "ICCP", Buffer.alloc(9e6, "A")),
    "WebP whose profile is a chain of steps": webpWith(webp, SIDE, "ICCP", chained),
    "WebP with 9 MB of Exif": webpWith(webp, SIDE, "EXIF", endlessExif(9e6)),
    "lossless WebP of 21 megapixels": await large.clone().webp({ lossless: true, effort: 0 }).toBuffer(),
    "WebP of 21 megapixels with alpha": await large.clone().ensureAlpha(0.5).webp({ effort: 0 }).toBuffer(),
  };
  const lossy = { "lossy WebP of 33 megapixels": await flat(5_800, 5_700).webp({ effort: 0 }).toBuffer() };
  return [...images(["decoded"], decoded), ...images(["too_large"], lossy)];
}

/** "Exif" and a directory whose entries each claim all of it, and whose next directory is itself. */
function endlessExif(bytes: number): Buffer {
  const exif = Buffer.alloc(bytes, "A");
  const entries = Math.min(5_000, Math.floor((bytes - 20) / 12));
  exif.write("Exif\0\0II*\0", 0, "latin1");
  exif.writeUInt32LE(8, 10);
  exif.writeUInt16LE(entries, 14);
  for (let i = 0; i < entries; i++) {
    const at = 16 + 12 * i;
    exif.writeUInt16LE([0x8769, 0x0131, 0x8825, 0x927c, 0xa005][i % 5]!, at);
    exif.writeUInt16LE(i % 5 === 1 ? 2 : 4, at + 2);
    exif.writeUInt32LE(i % 5 === 1 ? bytes - 100 : 1, at + 4);
    exif.writeUInt32LE(8, at + 8);
  }
  exif.writeUInt32LE(8, Math.min(bytes - 4, 16 + 12 * entries));
  return exif;
}

/** A packet of which each element opens a namespace within the others. */
function dearXmp(): Buffer {
  const elements = Array.from({ length: 9_000 }, (_, i) => `<x:a xmlns:n${i}="http://a/${i}">`).join("");
  return Buffer.from(
    `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/">${elements}<?xpacket end="w"?>`,
  );
}
