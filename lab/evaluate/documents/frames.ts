import sharp from "sharp";
import { turningHue } from "../../../inference/forensics/recapture/turning-hue.ts";
import { boundingBox, whole } from "../../../inference/geometry/boxes.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { mean } from "../../../inference/statistics.ts";
import { rawPixels } from "../../material/capture/capture.ts";
import { LAYOUT_NAMES, showOnDisplay } from "../../material/capture/display.ts";
import { photograph, toLight } from "../../material/capture/phone-camera.ts";
import type { DocumentTemplate } from "../../material/documents/templates.ts";
import { between, pick, seededRandom } from "../../material/random.ts";
import { setScene } from "../../material/uploads/document-cases.ts";
import { area, scoresOf } from "../fraud/groups.ts";
import { forensicNets } from "../fraud/upload.ts";
import type { Section } from "../report/markdown.ts";
import type { Part } from "../workbench.ts";

const FIRST_SEED = 40_000;
const FRAMES = 4;

interface Film {
  readonly attack: "none" | "screen";
  readonly overall: number;
  /** The turning hue of each frame. */
  readonly values: readonly number[];
}

/** Whether several frames of a document in a moving hand tell a display from paper better than one. */
export const frames: Part = {
  summary: "an experiment: displays told by one frame and by several of a moving hand",
  flags: { frames: [0, "documents, each filmed as a card and on a display"] },
  async run({ templates, count, progress }) {
    const films: Film[] = [];
    for (let n = 0; n < count("frames"); n++) {
      for (const attack of ["none", "screen"] as const) {
        films.push(await film(templates[n % templates.length]!, FIRST_SEED + n, attack));
        progress(films.length, 2 * count("frames"), "films");
      }
    }
    return films.length === 0 ? [] : [sectionOf(films)];
  },
};

/** A hand that moves some percent nearer or farther and turns by a degree or two, and hunts for focus. */
async function film(template: DocumentTemplate, seed: number, attack: Film["attack"]): Promise<Film> {
  const { specimen, options } = await setScene(template, seed);
  const random = seededRandom(seed * 31 + (attack === "none" ? 1 : 2));
  const { light, exposure } =
    attack === "none"
      ? { light: toLight(await rawPixels(sharp(specimen.content))), exposure: 1 }
      : await showOnDisplay(
          specimen.content,
          Math.round(between(random, 450, 1500)),
          pick(random, LAYOUT_NAMES),
        );
  const blur = between(random, 0.4, 0.8);
  const phone = { ...options, noise: between(random, 1, 4), oversampling: between(random, 1, 1.6), exposure };
  const values: number[] = [];
  for (let n = 0; n < FRAMES; n++) {
    const taken = await photograph(light, {
      ...phone,
      lamp: [1, 1, 1],
      seed: seed + 7 * n,
      coverage: (options.coverage ?? 0.8) * between(random, 0.95, 1.05),
      rotation: (options.rotation ?? 0) + between(random, -2, 2),
      blur: blur * between(random, 0.85, 1.2),
    });
    const raster = await decodeImage(taken.content);
    const box = taken.corners.length === 4 ? boundingBox(taken.corners) : whole(raster);
    values.push((await turningHue(raster, box, forensicNets.hue_spectrum)) ?? 0);
  }
  return { attack, overall: values[0]!, values };
}

function sectionOf(films: readonly Film[]): Section {
  const judged: readonly (readonly [string, (values: readonly number[]) => number])[] = [
    ["the first", ([first]) => first!],
    [`the mean of ${FRAMES}`, mean],
    [`the highest of ${FRAMES}`, (values) => Math.max(...values)],
  ];
  const rows = judged.map(([name, figure]) => {
    const scores = scoresOf(films, ({ values }) => figure(values));
    const most = Math.max(...scores.genuine);
    return [name, area(scores), scores.attacked.filter((score) => score > most).length];
  });
  return {
    heading: "Frames of a display in a moving hand",
    text: `${films.length / 2} documents as a card and on a display, ${FRAMES} frames each: the hue that turns.`,
    table: { columns: ["frames", "AUC", "displays over every card"], rows },
  };
}
