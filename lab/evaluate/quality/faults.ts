import sharp from "sharp";
import type { Hint } from "../../../capture/quality/hint.ts";
import { boundingBox } from "../../../inference/geometry/boxes.ts";
import { between } from "../../material/random.ts";
import { cutOff, exposed, type Sample } from "./gate-cases.ts";

/** What a person may do wrong before the camera, each from hardly to far too much. */
export type Fault = Exclude<Hint, "good" | "moving" | "nothing">;

export const FAULTS: Readonly<Record<Fault, (document: Sample) => Promise<Buffer>>> = {
  too_dark: (document) => exposed(document, scaled(document, 0.06, 0.7)),
  too_bright: (document) => exposed(document, scaled(document, 1.2, 8)),
  glare: (document) => shot(document, { glare: scaled(document, 60, 20_000), shadow: 0 }),
  blurred: (document) => shot(document, { blur: scaled(document, 1, 12) }),
  too_far: (document) => shot(document, { coverage: scaled(document, 0.08, 0.6) }),
  too_near: cropped,
  outside: (document) => cutOff(document, scaled(document, 0.01, 0.4)),
  tilted: ({ random, ...document }) =>
    shot(
      { random, ...document },
      { rotation: between(random, -45, 45), perspective: between(random, 0.01, 0.2), coverage: 0.6 },
    ),
};

type Options = Parameters<Sample["capture"]>[0];

const shot = async (document: Sample, options: Options) => (await document.capture(options)).content;

/** A strength between two, as likely in each of its octaves. */
const scaled = ({ random }: Sample, least: number, most: number) =>
  Math.exp(between(random, Math.log(least), Math.log(most)));

/** So near that the document leaves the picture at every side. */
async function cropped(document: Sample): Promise<Buffer> {
  const { content, corners } = await document.capture({ rotation: 0, longSide: 2000 });
  const box = boundingBox(corners);
  const share = scaled(document, 0.005, 0.2);
  return sharp(content)
    .extract({
      left: Math.round(box.x + box.width * share),
      top: Math.round(box.y + box.height * share),
      width: Math.round(box.width * (1 - 2 * share)),
      height: Math.round(box.height * (1 - 2 * share)),
    })
    .jpeg({ quality: 90 })
    .toBuffer();
}
