import { between, type Random } from "../random.ts";
import type { DocumentTemplate } from "./templates.ts";
import { drawText } from "./text.ts";

const WAVES = 14;
const STEPS = 90;

type Draw = (
  width: number,
  height: number,
  inks: readonly [string, string],
  random: Random,
  phrase: string,
) => string[];

const PHRASE = "SPECIMEN DOCUMENT OF AN INVENTED STATE";

/** Print on the paper beneath everything else, pale and fine, by the template's name for it. */
const BACKGROUNDS: Record<DocumentTemplate["background"], Draw> = {
  waves: (width, height, inks, random) =>
    Array.from({ length: WAVES }, (_, i) => {
      const [amplitude, length, phase] = [between(random, 2, 6), between(random, 12, 30), random() * 7];
      return curve(inks[i % 2]!, STEPS, (t) => [
        t * width,
        ((i + 0.5) / WAVES) * height + amplitude * Math.sin(((t * width) / length) * 2 * Math.PI + phase),
      ]);
    }),
  rosettes: (width, height, inks, random) =>
    Array.from({ length: 12 }, (_, i) => {
      const [x, y] = [((i % 4) + 0.5) * (width / 4), (Math.floor(i / 4) + 0.5) * (height / 3)];
      const [petals, inner] = [7 + Math.floor(random() * 6), between(random, 0.3, 0.6)];
      const reach = height / 4.5;
      return curve(inks[i % 2]!, 240, (t) => {
        const radius = reach * (inner + (1 - inner) * Math.cos(petals * t * 2 * Math.PI) ** 2);
        return [x + radius * Math.cos(4 * Math.PI * t), y + radius * Math.sin(4 * Math.PI * t)];
      });
    }),
  hatching: (width, height, inks, random) =>
    Array.from({ length: 64 }, (_, i) => {
      const [offset, lean] = [((i + random()) / 64) * (width + height), i % 2 === 0 ? 1 : -1];
      const from = lean === 1 ? offset : offset - height;
      return curve(inks[i % 2]!, 2, (t) => [from - lean * t * height, t * height]);
    }),
  microtext: (_, height, inks, random, phrase) =>
    Array.from({ length: Math.floor(height / 2.6) }, (_line, i) =>
      drawText(`${phrase} `.repeat(3), -random() * 30, 2 + i * 2.6, {
        font: "sans",
        size: 1.1,
        fill: inks[i % 2]!,
      }).replace("<path", '<path opacity=".5"'),
    ),
};

/** The document's paper with its background print, as SVG in millimetres. */
export function drawBackground(
  {
    background,
    microtext = PHRASE,
    paper,
    print,
  }: Pick<DocumentTemplate, "background" | "microtext" | "paper" | "print">,
  width: number,
  height: number,
  random: Random,
): string {
  const drawn = BACKGROUNDS[background](width, height, print, random, microtext).join("");
  const stops = `<stop stop-color="${paper[0]}"/><stop offset="1" stop-color="${paper[1]}"/>`;
  return `<defs><linearGradient id="paper" x2="1" y2="1">${stops}</linearGradient></defs><rect width="${width}" height="${height}" fill="url(#paper)"/>${drawn}`;
}

function curve(colour: string, steps: number, at: (t: number) => readonly [x: number, y: number]): string {
  const points = Array.from({ length: steps }, (_, step) => {
    const [x, y] = at(step / (steps - 1));
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  });
  return `<path d="M${points.join("L")}" fill="none" stroke="${colour}" stroke-width=".18" opacity=".55"/>`;
}
