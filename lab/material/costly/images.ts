import sharp from "sharp";
import { drawText, type FontName } from "../documents/text.ts";
import { SAMPLE_FACES } from "../faces/sample-faces.ts";
import { seededRandom } from "../random.ts";

/** A kind of image that is valid and dear to read; each of its parameters is a share, 0..1. */
export interface CostlyImage {
  readonly method: "readDocument" | "assessForensics" | "analyzeFace" | "assessPresentationAttack";
  readonly parameters: readonly string[];
  make(shares: readonly number[]): Promise<Uint8Array | readonly Uint8Array[]>;
}

/** Contract §4.1's largest image, and its largest upload. */
const MOST = { pixels: 40_000_000, bytes: 10 * 1024 * 1024, side: 10_000 } as const;
/** Side of the drawing that a page repeats. */
const TILE = 1_200;

const LETTERS = {
  sans: ["A.B.C.D.E.F.G.H.I.J.K.L.M.N.O.P.", "MUELLER 12.08.1974 ", "Illi lil ", "WWMMWW "],
  ocrb: ["P<UTOERIKSSON<<ANNA<MARIA<<", "L898902C36UTO7408122F", "<<<<<<<<<", "0O1I5S8B"],
} as const;

const between = (share: number, low: number, high: number) => low + share * (high - low);
const pickAt = <T>(share: number, choices: readonly T[]): T =>
  choices[Math.min(choices.length - 1, Math.floor(share * choices.length))]!;

/** Width and height of an image with this many pixels, from a square to four times as wide as high. */
function sizeOf(pixels: number, wide: number): { width: number; height: number } {
  const height = Math.round(Math.sqrt(pixels / (1 + 3 * wide)));
  return { width: Math.min(MOST.side, Math.floor(pixels / height)), height };
}

interface Page {
  readonly font: FontName;
  readonly text: string;
  /** Letters between two spaces. */
  readonly word: number;
  readonly size: number;
  readonly gap: number;
  readonly angle: number;
}

/** A drawing of lines of text. */
async function drawPage({ font, text, word, size, gap, angle }: Page): Promise<Buffer> {
  const pieces = text.repeat(16).match(new RegExp(`.{1,${word}}`, "g")) ?? [text];
  const lines: string[] = [];
  for (let y = size, row = 0; y < 1.5 * TILE; y += size * gap, row++) {
    const line = [...pieces.slice(row % pieces.length), ...pieces].join(word > 60 ? "" : "    ");
    lines.push(
      drawText(line.slice(0, Math.ceil((2.6 * TILE) / size)), -TILE / 4, y - TILE / 4, {
        font,
        size,
        fill: "#000",
      }),
    );
  }
  const turned = `<g transform="rotate(${angle} ${TILE / 2} ${TILE / 2})">${lines.join("")}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE}" height="${TILE}"><rect width="100%" height="100%" fill="#fff"/>${turned}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

/** An image that repeats another one, at a JPEG quality at which it may be uploaded. */
async function repeated(
  tile: Buffer,
  size: { width: number; height: number },
  zoom: number,
): Promise<Buffer> {
  const { width, height } = await sharp(tile).metadata();
  const by = Math.min(zoom, size.width / width, size.height / height);
  const input = await sharp(tile)
    .resize({ width: Math.max(8, Math.floor(width * by)), kernel: "nearest" })
    .toBuffer();
  const image = sharp({ create: { ...size, channels: 3, background: "#fff" } }).composite([
    { input, tile: true },
  ]);
  const pixels = await image.raw().toBuffer();
  for (const quality of [85, 50, 20, 5]) {
    const file = await sharp(pixels, { raw: { ...size, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (file.length <= MOST.bytes) return file;
  }
  throw new Error("the image is too large at every quality");
}

/** Pages of at most this share of the most pixels, whose lines lie at angles of this range in degrees. */
interface Pages {
  readonly font: "sans" | "ocrb";
  readonly most: number;
  readonly angles?: readonly [number, number];
}

const text = (method: CostlyImage["method"], { font, most, angles = [0, 45] }: Pages): CostlyImage => ({
  method,
  parameters: ["letters", "word", "size", "gap", "angle", "zoom", "pixels", "wide"],
  async make([letters, word, size, gap, angle, zoom, pixels, wide]) {
    const tile = await drawPage({
      font,
      text: pickAt(letters!, LETTERS[font]),
      word: Math.round(between(word!, 1, 100)),
      size: between(size!, 5, 60),
      gap: between(gap!, 1.05, 2.5),
      angle: between(angle!, ...angles),
    });
    return repeated(tile, sizeOf(between(pixels!, 0.05, most) * MOST.pixels, wide!), between(zoom!, 1, 5));
  },
});

/** Photographs of faces beside one another. */
async function crowd(size: number, pixels: number, wide: number): Promise<Buffer> {
  const { photo, face } = SAMPLE_FACES[1]!;
  const { x, y, width, height } = face;
  const head = { left: x - 60, top: y - 60, width: width + 120, height: height + 120 };
  const tile = await sharp(photo)
    .extract(head)
    .resize({ width: Math.round(between(size, 40, 1_500)) })
    .png()
    .toBuffer();
  return repeated(tile, sizeOf(between(pixels, 0.05, 1) * MOST.pixels, wide), 1);
}

const CROWD = ["size", "pixels", "wide"] as const;

/** Pixels without an order, or with one that repeats at every pixel. */
async function texture(kind: number, pixels: number, wide: number): Promise<Buffer> {
  const { width, height } = sizeOf(between(pixels, 0.05, 1) * MOST.pixels, wide);
  const random = seededRandom(7);
  const noise = Uint8Array.from({ length: 65_536 }, () => random() * 256);
  const data = Buffer.alloc(width * height);
  for (let at = 0; at < data.length; at++) {
    const [column, row] = [at % width, Math.floor(at / width)];
    data[at] =
      kind < 0.3
        ? ((column + row) % 2) * 150 + 50
        : kind < 0.6
          ? column % 4 < 2
            ? 40
            : 200
          : noise[(at * 31 + row) % 65_536]!;
  }
  const grey = sharp(data, { raw: { width, height, channels: 1 } });
  const png = await grey.clone().png({ compressionLevel: 6 }).toBuffer();
  return png.length <= MOST.bytes ? png : grey.jpeg({ quality: 30 }).toBuffer();
}

/** A small image behind as much metadata as an upload may hold. */
async function metadata(kind: number, segment: number, filled: number): Promise<Buffer> {
  const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#ddd" } })
    .jpeg()
    .toBuffer();
  const size = Math.round(between(segment ** 3, 0, 65_000));
  const content = Buffer.alloc(size, pickAt(kind, CONTENTS).text, "latin1");
  const head = Buffer.from([0xff, pickAt(kind, CONTENTS).marker, (size + 2) >> 8, (size + 2) & 255]);
  const count = Math.floor((filled * (MOST.bytes - image.length)) / (size + 4));
  const segments = Buffer.alloc(count * (size + 4));
  for (let i = 0; i < count; i++) {
    head.copy(segments, i * (size + 4));
    content.copy(segments, i * (size + 4) + 4);
  }
  return Buffer.concat([image.subarray(0, 2), segments, image.subarray(2)]);
}

const CONTENTS = [
  { marker: 0xfe, text: "automatic111 stable diffusio photosho " },
  { marker: 0xeb, text: "comfyu paint sho dall dall " },
  { marker: 0xed, text: "Photoshop 3.0\x008BIM\x04\x05\0\0\0\0\0\0" },
  { marker: 0xdb, text: "\0".repeat(65) },
  { marker: 0xe1, text: "Exif\0\0MM\0*\0\0\0\x08" },
  { marker: 0xe1, text: "http://ns.adobe.com/xap/1.0/\0<a><b>" },
] as const;

/** Every kind of image that the cost campaign tries, by name. */
export const COSTLY_IMAGES: Readonly<Record<string, CostlyImage>> = {
  "dense text": text("assessForensics", { font: "sans", most: 0.3 }),
  "dense MRZs": text("assessForensics", { font: "ocrb", most: 0.3 }),
  "huge text": text("assessForensics", { font: "sans", most: 1 }),
  "huge MRZs": text("readDocument", { font: "ocrb", most: 1 }),
  // They are turned before they are read.
  "turned text": text("assessForensics", { font: "sans", most: 1, angles: [80, 190] }),
  crowd: { method: "analyzeFace", parameters: CROWD, make: ([a, b, c]) => crowd(a!, b!, c!) },
  "crowd as a document": {
    method: "assessForensics",
    parameters: CROWD,
    make: ([a, b, c]) => crowd(a!, b!, c!),
  },
  "five frames": {
    method: "assessPresentationAttack",
    parameters: CROWD,
    make: async ([a, b, c]) => new Array(5).fill(await crowd(a!, b!, c!)),
  },
  texture: {
    method: "assessForensics",
    parameters: ["kind", "pixels", "wide"],
    make: ([a, b, c]) => texture(a!, b!, c!),
  },
  metadata: {
    method: "assessForensics",
    parameters: ["kind", "segment", "filled"],
    make: ([a, b, c]) => metadata(a!, b!, c!),
  },
};
