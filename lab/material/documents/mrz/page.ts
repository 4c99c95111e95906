import sharp from "sharp";
import { SAMPLE_FACES } from "../../faces/sample-faces.ts";
import { between, pick, type Random } from "../../random.ts";
import { composeMrz, type SpecimenFormat } from "../mrz.ts";
import { inventHolder } from "../specimen.ts";
import { drawText } from "../text.ts";

/** Distance of the MRZ's characters, relative to the usual one, ten to the inch. */
export const SPACINGS = { close: [0.86, 0.94], usual: [0.97, 1.03], apart: [1.12, 1.3] } as const;
export type Spacing = keyof typeof SPACINGS;

/** A scan of a whole page, which fills the image, so that no outline of it shows. */
interface MrzPage {
  /** A JPEG or a PNG. */
  readonly content: Buffer;
  readonly mrz: readonly string[];
}

/** Millimetres: the sheets, OCR-B's usual pitch, and its em over that. */
const SHEETS = {
  TD1: { width: 85.6, height: 53.98 },
  TD2: { width: 105, height: 74 },
  TD3: { width: 125, height: 88 },
} as const;
const [PITCH, EM] = [2.54, 1 / 0.703] as const;
const PIXELS = 12;

/**
 * A page that shares with the specimens only the fonts and the names: no template, guilloche that runs
 * through the MRZ as dark as states print it, letters of another weight, width and distance.
 */
export async function renderMrzPage(
  seed: number,
  random: Random,
  { spacing, longSide }: { spacing: Spacing; longSide: number },
): Promise<MrzPage> {
  const format = pick(random, ["TD1", "TD2", "TD3"] as const satisfies SpecimenFormat[]);
  const { width, height } = SHEETS[format];
  const holder = inventHolder(seed);
  const mrz = composeMrz(format, holder);
  const drawing = [
    guilloche(width, height, random),
    words([holder.surname, holder.givenNames, holder.dateOfBirth, holder.documentNumber], random),
    drawLines(mrz, { width, height, spacing }, random),
  ].join("");
  const sheet = sharp(inSvg(width, height, drawing)).composite([await portrait(random)]);
  return { content: await scanned(await sheet.png().toBuffer(), longSide, random), mrz };
}

export const inSvg = (width: number, height: number, drawing: string, pixels = PIXELS): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * pixels)}" height="${Math.round(height * pixels)}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`,
  );

/** Paper, and two families of waves that cross all over it, as SVG in millimetres. */
export function guilloche(width: number, height: number, random: Random): string {
  const hue = Math.round(random() * 360);
  const families = [0, 1].flatMap((family) => {
    const [apart, tall, length] = [between(random, 1.2, 3), between(random, 0.5, 4), between(random, 6, 40)];
    const [ink, thick] = [
      `hsl(${hue + 50 * family} 45% ${between(random, 55, 75)}%)`,
      between(random, 0.1, 0.3),
    ];
    return Array.from({ length: Math.ceil((height + 8) / apart) }, (_, i) => {
      const points = Array.from({ length: 80 }, (_point, n) => {
        const x = (n / 79) * width;
        const y = i * apart - 4 + tall * Math.sin((2 * Math.PI * x) / length + i * (0.2 + family));
        return `${x.toFixed(2)} ${y.toFixed(2)}`;
      });
      return `<path d="M${points.join("L")}" fill="none" stroke="${ink}" stroke-width="${thick}" opacity=".7"/>`;
    });
  });
  return `<rect width="100%" height="100%" fill="hsl(${hue} 30% 93%)"/>${families.join("")}`;
}

function words(values: readonly string[], random: Random): string {
  const [left, em] = [between(random, 34, 44), between(random, 2.2, 3.2)];
  return values
    .map((text, i) => drawText(text, left, 9 + i * em * 2.4, { font: "sans", size: em, fill: "#222" }))
    .join("");
}

/** The lines at the foot, as wide as their letters' distance makes them, never wider than the page. */
function drawLines(
  lines: readonly string[],
  { width, height, spacing }: { width: number; height: number; spacing: Spacing },
  random: Random,
): string {
  const [least, most] = SPACINGS[spacing];
  const apart = between(random, least, most);
  const size = Math.min(1, (width - 3) / (lines[0]!.length * PITCH * apart));
  const pitch = PITCH * apart * size;
  const left = between(random, 0.3, 0.7) * (width - pitch * lines[0]!.length);
  const lead = 4.23 * size * between(random, 0.92, 1.15);
  const [narrow, bold] = [between(random, 0.88, 1.06), between(random, 0, 0.1)];
  const style = { font: "ocrb", size: PITCH * EM * size, fill: "#181818", pitch: pitch / narrow } as const;
  const foot = height - between(random, 2.5, 6);
  const drawn = lines.map((line, i) => drawText(line, 0, foot - (lines.length - 1 - i) * lead, style));
  return `<g transform="translate(${left} 0) scale(${narrow} 1)" stroke="#181818" stroke-width="${bold}">${drawn.join("")}</g>`;
}

async function portrait(random: Random) {
  const { photo, face } = pick(random, SAMPLE_FACES);
  const [wide, tall] = [Math.round(24 * PIXELS), Math.round(29 * PIXELS)];
  const side = Math.round(Math.min(face.width, face.height));
  const cut = { left: Math.round(face.x), top: Math.round(face.y), width: side, height: side };
  const input = await sharp(photo).extract(cut).resize(wide, tall, { fit: "cover" }).png().toBuffer();
  return { input, left: Math.round(4 * PIXELS), top: Math.round(5 * PIXELS) };
}

/** Resampled to the size, a little soft or sharpened, with a sensor's noise, saved. */
async function scanned(page: Buffer, longSide: number, random: Random): Promise<Buffer> {
  const kernel = pick(random, ["cubic", "lanczos3", "mitchell"] as const);
  const small = sharp(page).removeAlpha().resize(longSide, null, { kernel });
  const soft = random() < 0.5 ? small.blur(between(random, 0.3, 0.7)) : small.sharpen({ sigma: 0.8 });
  const { data, info } = await soft.raw().toBuffer({ resolveWithObject: true });
  const grain = between(random, 0, 10);
  for (let at = 0; at < data.length; at++) {
    data[at] = Math.min(255, Math.max(0, data[at]! + (random() + random() + random() - 1.5) * grain));
  }
  const image = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
  const quality = Math.round(between(random, 55, 92));
  return random() < 0.2 ? image.png().toBuffer() : image.jpeg({ quality }).toBuffer();
}
