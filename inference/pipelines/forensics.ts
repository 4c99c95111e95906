import { scoreOf } from "../forensics/calibration.ts";
import { editingSoftware } from "../forensics/editing-software.ts";
import type { Subject } from "../forensics/measure.ts";
import { MEASURES } from "../forensics/measures.ts";
import type { ForensicNets } from "../forensics/nets.ts";
import { perceptualHash } from "../forensics/perceptual-hash.ts";
import { TRACES } from "../forensics/traces.ts";
import { type Box, boundingBox } from "../geometry/boxes.ts";
import { rectangle } from "../geometry/quad.ts";
import type { Raster } from "../imaging/raster.ts";
import type { ForensicSignal, ImageMetadata, PlainReading } from "./types.ts";

/** Measures traces of forgery in an upload. */
export interface ForensicsPipeline {
  /** `raster` is the upright picture of `content`, `reading` what stands on it. Signals that could not be measured on
   * this picture are left out: they are never a score. */
  assess(content: Uint8Array, raster: Raster, reading: PlainReading): Promise<Assessment>;
}

export interface Assessment {
  signals: ForensicSignal[];
  metadata: ImageMetadata;
}

/** A portrait's print around its face's box, in boxes. */
const PORTRAIT = 1.6;
/** The rim of an outline that is passed over: the table shows there, and the card's own edge. */
const RIM = 0.92;

/** Opens the measures on their graphs. */
export function openForensicsPipeline(nets: ForensicNets): ForensicsPipeline {
  return {
    async assess(content, raster, reading) {
      return {
        signals: await measureSignals(subjectOf(content, raster, reading), nets),
        metadata: {
          editingSoftware: await editingSoftware(content),
          perceptualHash: await perceptualHash(raster),
        },
      };
    },
  };
}

/** What measures look at, of an upload that was read. */
export function subjectOf(content: Uint8Array, raster: Raster, reading: PlainReading): Subject {
  const { portrait, lines } = reading;
  return {
    content,
    raster,
    document: documentBox(raster, reading),
    portrait: portrait === undefined ? null : widened(portrait.box, PORTRAIT),
    lines,
  };
}

/** One signal for each name: where several traces speak of one, the loudest. */
async function measureSignals(subject: Subject, nets: ForensicNets): Promise<ForensicSignal[]> {
  const signals = new Map<string, ForensicSignal>();
  for (const { model, measure } of MEASURES) {
    for (const measured of await measure(subject, nets)) {
      const [name, score] = [TRACES[measured.trace], scoreOf(measured)];
      if ((signals.get(name)?.score ?? -1) >= score) continue;
      const region = score > 0 ? measured.region : null;
      signals.set(name, { name, score, model: { ...model }, ...(region && { region: { ...region } }) });
    }
  }
  return [...signals.values()];
}

/** Where the document lies: within its outline, or what its text and portrait span; else all of the picture. */
function documentBox({ width, height }: Raster, { outline, lines, portrait }: PlainReading): Box {
  if (outline !== undefined) return clipped(widened(boundingBox(outline.corners), RIM), width, height);
  const boxes = [...lines.map(({ box }) => box), ...(portrait === undefined ? [] : [portrait.box])];
  if (boxes.length === 0) return { x: 0, y: 0, width, height };
  return clipped(
    boundingBox(boxes.flatMap((box) => rectangle(box.x, box.y, box.width, box.height))),
    width,
    height,
  );
}

/** The part of a box within the picture; all of the picture where that is nothing. */
function clipped(box: Box, width: number, height: number): Box {
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
  return right - x < 1 || bottom - y < 1
    ? { x: 0, y: 0, width, height }
    : { x, y, width: right - x, height: bottom - y };
}

function widened(box: Box, factor: number): Box {
  const [width, height] = [box.width * factor, box.height * factor];
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}
