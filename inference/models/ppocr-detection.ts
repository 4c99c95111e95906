import { leastRectangle, type Rectangle } from "../geometry/hull.ts";
import type { Quad } from "../geometry/quad.ts";
import type { Raster } from "../imaging/raster.ts";
import { resize } from "../imaging/resize.ts";
import type { Model } from "../runtime/session.ts";
import { findComponents } from "./ppocr-components.ts";

/** PaddleOCR's own pre- and postprocessing of its DB detectors (arXiv:1911.08947); v3 and v4 share it. */
const FACTS = {
  /**
   * Canvases that an image is fitted into: landscape, portrait, square and a strip. They are few, since each
   * new shape costs a GPU a search for kernels. A page that fills its image reads as well at three quarters
   * of the size, in half the time.
   */
  canvases: {
    image: [
      { width: 1280, height: 960 },
      { width: 960, height: 1280 },
      { width: 1280, height: 1280 },
      { width: 1280, height: 320 },
    ],
    page: [
      { width: 960, height: 736 },
      { width: 736, height: 960 },
      { width: 960, height: 960 },
      { width: 960, height: 256 },
    ],
  },
  /** BGR, in the order that PaddleOCR applies ImageNet's numbers. */
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  threshold: 0.3,
  boxThreshold: 0.6,
  unclip: 1.5,
  /** Shortest side of a region, in pixels of the map. */
  shortest: 3,
  /** A small image is enlarged at most by this factor, since more adds no detail. */
  maxEnlargement: 2,
} as const;

/** A line of text: a rectangle in the raster's pixels, corners in the order of its own width and height. */
interface TextRegion {
  readonly quad: Quad;
  readonly score: number;
}

/** The kind of image: a scene with a document somewhere, or a document's flattened page. */
export type View = keyof typeof FACTS.canvases;

/** An image in the form that the model takes. The image itself can be freed. */
export interface TextCanvas {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
  /** Pixels of the image for one of the canvas. */
  readonly sx: number;
  readonly sy: number;
}

/** Fits an image into the canvas that suits it. */
export async function fitCanvas(raster: Raster, view: View): Promise<TextCanvas> {
  const { canvas, scale } = place(raster, FACTS.canvases[view]);
  const image = resize(
    raster,
    Math.max(1, Math.round(raster.width * scale)),
    Math.max(1, Math.round(raster.height * scale)),
  );
  const data = normalise(image, canvas.width, canvas.height);
  return { ...canvas, data, sx: raster.width / image.width, sy: raster.height / image.height };
}

/**
 * Finds lines of text, in no particular order, on the image in the canvas; each region runs along its
 * longer side, left to right.
 */
export async function detectText(
  model: Model,
  { data, width, height, sx, sy }: TextCanvas,
): Promise<TextRegion[]> {
  const outputs = await model.run({ [model.inputs[0]!]: { data, dims: [1, 3, height, width] } });
  const map = outputs[model.outputs[0]!]!.data as Float32Array;
  return findComponents(map, width, height, FACTS.threshold).flatMap((component) => {
    if (component.score < FACTS.boxThreshold) return [];
    const region = leastRectangle(component.outline);
    if (Math.min(region.width, region.height) < FACTS.shortest) return [];
    const quad = cornersOf(unclip(region)).map(({ x, y }) => ({ x: x * sx, y: y * sy }));
    return [{ quad: quad as unknown as Quad, score: component.score }];
  });
}

function place({ width, height }: Raster, canvases: (typeof FACTS.canvases)[View]) {
  const ratio = width / height;
  const canvas = canvases[ratio >= 4 ? 3 : ratio >= 4 / 3 - 0.01 ? 0 : ratio <= 3 / 4 + 0.01 ? 1 : 2];
  const scale = Math.min(canvas.width / width, canvas.height / height, FACTS.maxEnlargement);
  return { canvas, scale };
}

/** All levels of a channel. */
const LEVELS = Array.from({ length: 256 }, (_, level) => level);

/** The image in the top left corner, the rest at the mean colour. */
function normalise(image: Raster, width: number, height: number): Float32Array {
  const plane = width * height;
  const data = new Float32Array(3 * plane);
  for (let c = 0; c < 3; c++) {
    const table = Float32Array.from(LEVELS, (level) => (level / 255 - FACTS.mean[c]!) / FACTS.deviation[c]!);
    for (let y = 0; y < image.height; y++) {
      const row = c * plane + y * width;
      const from = y * image.width * 3 + 2 - c;
      for (let x = 0; x < image.width; x++) {
        data[row + x] = table[image.data[from + x * 3]!]!;
      }
    }
  }
  return data;
}

/** DB is trained on shrunk text; this grows a region again by area × ratio / perimeter. */
function unclip(region: Rectangle): Rectangle {
  const grow = (region.width * region.height * FACTS.unclip) / (2 * (region.width + region.height));
  return { ...region, width: region.width + 2 * grow, height: region.height + 2 * grow };
}

/** Corners with the longer side as width, in whichever of its two directions points more to the right. */
function cornersOf({ centre, width, height, angle }: Rectangle): Quad {
  const long = Math.max(width, height) / 2;
  const short = Math.min(width, height) / 2;
  const along = width >= height ? angle : angle + Math.PI / 2;
  const direction = Math.cos(along) >= -1e-9 ? along : along + Math.PI;
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const corner = (u: number, v: number) => ({
    x: centre.x + u * long * cos - v * short * sin,
    y: centre.y + u * long * sin + v * short * cos,
  });
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}
