import sharp from "sharp";
import { seededRandom } from "#lab/material/random.ts";
import { jpegClaiming, vp8Claiming, vp8lClaiming, vp8xClaiming } from "./edited-images.ts";
import { drawn, type Format, flat, type HostileImage, image, images, SIDE } from "./hostile-image.ts";
import { chunk, END, header, pixels, png } from "./png.ts";

/** The outcome for a header whose size exceeds the pixels. */
function deserved(width: number, height: number): HostileImage["outcomes"] {
  if (width === 0 || height === 0) return ["unreadable", "unsupported_type", "too_small"];
  if (Math.max(width, height) > 10_000 || width * height > 40e6) return ["too_large", "unreadable"];
  return Math.min(width, height) < 200 ? ["too_small", "unreadable"] : ["unreadable"];
}

/** The allowed outcomes for an arbitrary image. */
const ANY = ["decoded", "unreadable", "unsupported_type", "too_large", "too_small"] as const;

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
export async function falseHeaders(): Promise<HostileImage[]> {
  const baseline = await drawn().jpeg().toBuffer();
  const progressive = await drawn().jpeg({ progressive: true }).toBuffer();
  const lossy = await drawn().webp().toBuffer();
  const lossless = await drawn().webp({ lossless: true }).toBuffer();
  const idat = pixels(SIDE, SIDE);
  const claims = SIZES.flatMap(([width, height]) => {
    const said = `says ${width} × ${height}`;
    const right = deserved(width, height);
    // A JPEG whose data ends before its image does is an image all the same: the rest is grey.
    const jpeg = right[0] === "unreadable" ? (["decoded", ...right] as const) : right;
    const asJpeg = {
      [`JPEG ${said}`]: jpegClaiming(baseline, 0xc0, width, height),
      [`progressive JPEG ${said}`]: jpegClaiming(progressive, 0xc2, width, height),
    };
    // A WebP of more than 32 megapixels would hold too much while it is decoded.
    const webp = ["too_large", ...deserved(width & 0x3fff, height & 0x3fff)] as const;
    const other = {
      [`lossless WebP ${said}`]: vp8lClaiming(lossless, width, height),
      [`extended WebP ${said}`]: vp8xClaiming(lossy, width, height),
    };
    return [
      ...images(jpeg, asJpeg),
      ...images(right, { [`PNG ${said}`]: png(header({ width, height }), idat, END) }),
      ...images(webp, { [`WebP ${said}`]: vp8Claiming(lossy, width, height) }),
      ...images(["unreadable", "too_large", "too_small"], other),
    ];
  });
  const beyond = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1].map((width) =>
    image(`PNG ${width} wide`, png(header({ width, height: SIDE }), idat, END), "too_large", "unreadable"),
  );
  return [...claims, ...beyond];
}

/** Real images beyond the limits, or hardly within. */
export async function oversized(): Promise<HostileImage[]> {
  const sizes = [
    [10_001, 300],
    [300, 10_001],
    [6_400, 6_251],
  ] as const;
  const formats: readonly Format[] = ["jpeg", "png", "webp"];
  const drawnAs = (format: Format, width: number, height: number) => flat(width, height)[format]().toBuffer();
  const found: HostileImage[] = [];
  for (const format of formats) {
    for (const [width, height] of sizes) {
      const content = await drawnAs(format, width, height);
      found.push(image(`${format} of ${width} × ${height}`, content, "too_large"));
    }
    for (const side of [1, 199]) {
      found.push(image(`${format} ${side} high`, await drawnAs(format, 400, side), "too_small"));
    }
  }
  return found;
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

/** Animated images, and others that are malformed. */
export async function malformed(): Promise<HostileImage[]> {
  const frames = await Promise.all([drawn().png().toBuffer(), flat(SIDE, SIDE).png().toBuffer()]);
  const animation = sharp(frames, { join: { animated: true } });
  const control = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  const head = header({ width: SIDE, height: SIDE });
  const idat = pixels(SIDE, SIDE);
  const sized = (more: Partial<Parameters<typeof header>[0]>) =>
    header({ width: SIDE, height: SIDE, ...more });
  const animated = {
    "animated WebP": await animation.webp().toBuffer(),
    "animated PNG": png(head, chunk("acTL", control), idat, END),
    "animated PNG behind texts": png(head, chunk("tEXt"), chunk("acTL", control), idat, END),
  };
  const unreadable = {
    "PNG without pixels": png(head, END),
    "PNG without a header": png(idat, END),
    "PNG with a wrong checksum": png(head, chunk("IDAT", Buffer.alloc(100), 1), END),
    "PNG of colour type 7": png(sized({ colour: 7 }), idat, END),
    "PNG of depth 3": png(sized({ depth: 3 }), idat, END),
    "PNG palette without colours": png(sized({ colour: 3 }), idat, END),
    "PNG with too few interlaced pixels": png(
      sized({ width: 3_000, height: 3_000, interlaced: true }),
      idat,
      END,
    ),
    "PNG with a chunk of 4 GB": png(head, Buffer.from([255, 255, 255, 255, 0x74, 0x45, 0x58, 0x74])),
    "JPEG of markers only": Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    "JPEG of fill bytes": Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(5_000_000, 0xff)]),
    "WebP of its header only": Buffer.from("RIFF\x04\0\0\0WEBP", "latin1"),
  };
  const twice = {
    "PNG with its header twice, larger": png(head, sized({ width: 9_000, height: 4_000 }), idat, END),
  };
  return [
    ...images(["unsupported_type"], animated),
    ...images(["unreadable"], unreadable),
    ...images(["decoded", "unreadable"], twice),
  ];
}

/** Complete images with some bytes changed: rejected, or decoded with the changes. */
export async function corrupted(count: number, seed: number): Promise<HostileImage[]> {
  const random = seededRandom(seed);
  const formats: readonly Format[] = ["jpeg", "png", "webp"];
  const wholes = await Promise.all(formats.map((format) => drawn()[format]().toBuffer()));
  return Array.from({ length: count }, (_, i) => {
    const content = Buffer.from(wholes[i % wholes.length]!);
    for (let changes = 1 + Math.floor(random() * 8); changes > 0; changes--) {
      content[Math.floor(random() ** 2 * content.length)] = Math.floor(random() * 256);
    }
    return image(`corrupted ${i}`, content, ...ANY);
  });
}
