import sharp from "sharp";
import { seededRandom } from "#lab/material/random.ts";
import { jpegClaiming, vp8Claiming, vp8lClaiming, vp8xClaiming } from "./edited-images.ts";
import { drawn, type Format, flat, type HostileImage, image, SIDE } from "./hostile-image.ts";
import { chunk, END, header, pixels, png } from "./png.ts";

/** What a size deserves when it stands in a header over pixels that are not so many. */
function deserved(width: number, height: number): HostileImage["outcomes"] {
  if (width === 0 || height === 0) return ["unreadable", "unsupported_type", "too_small"];
  if (Math.max(width, height) > 10_000 || width * height > 40e6) return ["too_large", "unreadable"];
  return Math.min(width, height) < 200 ? ["too_small", "unreadable"] : ["unreadable"];
}

const SIZES = [
  [0, 300],
  [300, 0],
  [0, 0],
  [65_535, 65_535],
  [65_535, 300],
  [300, 65_535],
  [10_001, 300],
  [9_000, 9_000],
  [9_999, 4_000],
  [300, 199],
  [65_535, 1],
] as const;

/** Headers that claim another size than their pixels have. */
export async function lyingHeaders(): Promise<HostileImage[]> {
  const baseline = await drawn().jpeg().toBuffer();
  const progressive = await drawn().jpeg({ progressive: true }).toBuffer();
  const lossy = await drawn().webp().toBuffer();
  const lossless = await drawn().webp({ lossless: true }).toBuffer();
  const idat = pixels(SIDE, SIDE);
  const claims = SIZES.flatMap(([width, height]) => {
    const said = `says ${width} × ${height}`;
    const right = deserved(width, height);
    // A JPEG whose data ends before its picture does is a picture all the same: the rest is grey.
    const jpeg = right[0] === "unreadable" ? (["decoded", ...right] as const) : right;
    return [
      image(`JPEG ${said}`, jpegClaiming(baseline, 0xc0, width, height), ...jpeg),
      image(`progressive JPEG ${said}`, jpegClaiming(progressive, 0xc2, width, height), ...jpeg),
      image(`PNG ${said}`, png(header({ width, height }), idat, END), ...right),
      // A WebP of more than 32 megapixels would hold too much while it is decoded.
      image(
        `WebP ${said}`,
        vp8Claiming(lossy, width, height),
        "too_large",
        ...deserved(width & 0x3fff, height & 0x3fff),
      ),
      image(
        `lossless WebP ${said}`,
        vp8lClaiming(lossless, width, height),
        "unreadable",
        "too_large",
        "too_small",
      ),
      image(
        `extended WebP ${said}`,
        vp8xClaiming(lossy, width, height),
        "unreadable",
        "too_large",
        "too_small",
      ),
    ];
  });
  const beyond = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1].map((width) =>
    image(`PNG ${width} wide`, png(header({ width, height: SIDE }), idat, END), "too_large", "unreadable"),
  );
  return [...claims, ...beyond];
}

/** Real pictures beyond the limits, or hardly within. */
export async function oversized(): Promise<HostileImage[]> {
  const sizes = [
    [10_001, 300],
    [300, 10_001],
    [6_400, 6_251],
  ] as const;
  const large = await Promise.all(
    sizes.flatMap(([width, height]) =>
      (["jpeg", "png", "webp"] as const).map(async (format) =>
        image(
          `${format} of ${width} × ${height}`,
          await flat(width, height)[format]().toBuffer(),
          "too_large",
        ),
      ),
    ),
  );
  const small = await Promise.all(
    (["jpeg", "png", "webp"] as const).flatMap((format) =>
      [1, 199].map(async (side) =>
        image(`${format} ${side} high`, await flat(400, side)[format]().toBuffer(), "too_small"),
      ),
    ),
  );
  return [...large, ...small];
}

/** Each format cut off at several places. */
export async function truncated(): Promise<HostileImage[]> {
  const formats: readonly Format[] = ["jpeg", "png", "webp"];
  const cut = formats.map(async (format) => {
    const whole = await drawn()[format]().toBuffer();
    return [0.001, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9].map((share) => {
      const content = whole.subarray(0, Math.max(4, Math.floor(whole.length * share)));
      return image(`${format} cut at ${share}`, content, "unreadable", "unsupported_type");
    });
  });
  return (await Promise.all(cut)).flat();
}

/** Animated, and what is malformed in other ways. */
export async function malformed(): Promise<HostileImage[]> {
  const frames = await Promise.all([drawn().png().toBuffer(), flat(SIDE, SIDE).png().toBuffer()]);
  const animation = sharp(frames, { join: { animated: true } });
  const control = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  const head = header({ width: SIDE, height: SIDE });
  const idat = pixels(SIDE, SIDE);
  const gone = (...chunks: Uint8Array[]) => png(...chunks);
  return [
    image("animated WebP", await animation.webp().toBuffer(), "unsupported_type"),
    image("animated PNG", png(head, chunk("acTL", control), idat, END), "unsupported_type"),
    image(
      "animated PNG behind texts",
      png(head, chunk("tEXt"), chunk("acTL", control), idat, END),
      "unsupported_type",
    ),
    image("PNG without pixels", gone(head, END), "unreadable"),
    image("PNG without a header", gone(idat, END), "unreadable"),
    image(
      "PNG with its header twice, larger",
      png(head, header({ width: 9_000, height: 4_000 }), idat, END),
      "decoded",
      "unreadable",
    ),
    image("PNG with a wrong checksum", png(head, chunk("IDAT", Buffer.alloc(100), 1), END), "unreadable"),
    image(
      "PNG of colour type 7",
      png(header({ width: SIDE, height: SIDE, colour: 7 }), idat, END),
      "unreadable",
    ),
    image("PNG of depth 3", png(header({ width: SIDE, height: SIDE, depth: 3 }), idat, END), "unreadable"),
    image(
      "PNG palette without colours",
      png(header({ width: SIDE, height: SIDE, colour: 3 }), idat, END),
      "unreadable",
    ),
    image(
      "PNG with too few interlaced pixels",
      png(header({ width: 3_000, height: 3_000, interlaced: true }), idat, END),
      "unreadable",
    ),
    image(
      "PNG with a chunk of 4 GB",
      png(head, Buffer.from([255, 255, 255, 255, 0x74, 0x45, 0x58, 0x74])),
      "unreadable",
    ),
    image("JPEG of markers only", Buffer.from([0xff, 0xd8, 0xff, 0xd9]), "unreadable"),
    image(
      "JPEG of fill bytes",
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(5_000_000, 0xff)]),
      "unreadable",
    ),
    image("WebP of its header only", Buffer.from("RIFF\x04\0\0\0WEBP", "latin1"), "unreadable"),
  ];
}

/** Whole pictures with some bytes changed: refused, or decoded to what they then say. */
export async function corrupted(count: number, seed: number): Promise<HostileImage[]> {
  const random = seededRandom(seed);
  const wholes = await Promise.all([
    drawn().jpeg().toBuffer(),
    drawn().png().toBuffer(),
    drawn().webp().toBuffer(),
  ]);
  return Array.from({ length: count }, (_, i) => {
    const content = Buffer.from(wholes[i % wholes.length]!);
    for (let changes = 1 + Math.floor(random() * 8); changes > 0; changes--) {
      content[Math.floor(random() ** 2 * content.length)] = Math.floor(random() * 256);
    }
    return image(
      `corrupted ${i}`,
      content,
      "decoded",
      "unreadable",
      "unsupported_type",
      "too_large",
      "too_small",
    );
  });
}
