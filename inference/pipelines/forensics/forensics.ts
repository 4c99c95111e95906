import { editingSoftware } from "../../forensics/file/editing-software.ts";
import type { Subject, View } from "../../forensics/measure.ts";
import { MEASURES } from "../../forensics/measures.ts";
import type { ForensicNets } from "../../forensics/nets.ts";
import { perceptualHash } from "../../forensics/perceptual-hash.ts";
import { type Box, boundingBox } from "../../geometry/boxes.ts";
import { rectangle } from "../../geometry/quad.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { Assessment, PlainReading, Quadrilateral } from "../types.ts";
import { ALONE, type Helper, type Looks } from "./helper.ts";
import { look, measureAll, toSignals } from "./signals.ts";

/** Measures traces of forgery in an upload. */
export interface ForensicsPipeline {
  /** Has another engine, if one is idle, look at a document of which no more is known yet than its outline. */
  lookAhead(content: Uint8Array, raster: Raster, outline: Quadrilateral): Promise<Looks | null>;
  /** What the measures of these names see. */
  look(view: View, measures: readonly string[]): Promise<Looks>;
  /** `raster` is the upright picture of `content`, `reading` what stands on it, `ahead` what `lookAhead` promised of it.
   * Signals that could not be measured on this picture are left out: they are never a score. */
  assess(
    content: Uint8Array,
    raster: Raster,
    reading: PlainReading,
    ahead?: Promise<Looks | null>,
  ): Promise<Assessment>;
}

/** A portrait's print around its face's box, in boxes. */
const PORTRAIT = 1.6;
/** The rim of an outline that is passed over: the table shows there, and the card's own edge. */
const RIM = 0.92;

/**
 * Looks that are given to an engine that is idle: all of them while this one reads on; where that was not to be, such as take
 * about as long as what this one is left with (`npm run bench -- documents`).
 */
const GIVEN = {
  ahead: MEASURES.filter(({ look }) => look !== undefined).map(({ model }) => model.name),
  after: ["copy-move", "recapture", "seam"],
} as const;

/** Opens the measures on their graphs. */
export function openForensicsPipeline(nets: ForensicNets, helper: Helper = ALONE): ForensicsPipeline {
  return {
    lookAhead(content, raster, { corners }) {
      return helper.look({ content, document: withinOutline(raster, corners), measures: GIVEN.ahead });
    },
    look: (view, measures) => look(view, measures, nets),
    async assess(content, raster, reading, ahead = Promise.resolve(null)) {
      const subject = subjectOf(content, raster, reading);
      const taken = (await Promise.race([ahead, "looking"])) !== null;
      const { document } = subject;
      const looks = taken ? ahead : helper.look({ content, document, measures: GIVEN.after });
      const given = taken ? GIVEN.ahead : GIVEN.after;
      const metadata = {
        editingSoftware: await editingSoftware(content),
        perceptualHash: await perceptualHash(raster),
      };
      const found = await measureAll(subject, nets, { names: new Set(given), looks });
      return { signals: toSignals(found), metadata };
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

/** Where the document lies: within its outline, or what its text and portrait span; else all of the picture. */
function documentBox(raster: Raster, { outline, lines, portrait }: PlainReading): Box {
  if (outline !== undefined) return withinOutline(raster, outline.corners);
  const { width, height } = raster;
  const boxes = [...lines.map(({ box }) => box), ...(portrait === undefined ? [] : [portrait.box])];
  if (boxes.length === 0) return { x: 0, y: 0, width, height };
  return clipped(
    boundingBox(boxes.flatMap((box) => rectangle(box.x, box.y, box.width, box.height))),
    width,
    height,
  );
}

const withinOutline = ({ width, height }: Raster, corners: Quadrilateral["corners"]): Box =>
  clipped(widened(boundingBox(corners), RIM), width, height);

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
