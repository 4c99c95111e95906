import { editingSoftware } from "../forensics/editing-software.ts";
import { perceptualHash } from "../forensics/perceptual-hash.ts";
import { measureTampering } from "../forensics/tampering.ts";
import { type Box, boundingBox } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";
import type { DocumentReading, ForensicSignal, ImageMetadata } from "./types.ts";

/** Measures traces of forgery in an upload. */
export interface ForensicsPipeline {
  /** `raster` is the upright picture of `content`, `reading` what stands on it. Signals that could not be measured on
   * this picture are left out: they are never a score. */
  assess(content: Uint8Array, raster: Raster, reading: DocumentReading): Promise<Assessment>;
}

export interface Assessment {
  signals: ForensicSignal[];
  metadata: ImageMetadata;
}

const COMPRESSION_HISTORY = { name: "compression-history", version: "1" } as const;
/** A portrait's print around its face's box, in boxes. */
const PORTRAIT = 1.6;

/** Opens the measures; they are rules on pixels and need no net. */
export function openForensicsPipeline(): ForensicsPipeline {
  return {
    async assess(content, raster, reading) {
      return {
        signals: await tamperingSignals(content, raster, reading),
        metadata: {
          editingSoftware: await editingSoftware(content),
          perceptualHash: await perceptualHash(raster),
        },
      };
    },
  };
}

async function tamperingSignals(
  content: Uint8Array,
  raster: Raster,
  reading: DocumentReading,
): Promise<ForensicSignal[]> {
  const portrait = reading.portrait === undefined ? null : widened(reading.portrait.box, PORTRAIT);
  const tampering = await measureTampering(content, raster, documentBox(raster, reading), portrait);
  if (tampering === null) return [];
  const named = [
    ["digital_tampering", tampering.page],
    ["portrait_substitution", tampering.portrait],
  ] as const;
  return named.map(([name, { score, region }]) => ({
    name,
    score,
    model: COMPRESSION_HISTORY,
    ...(region === null ? {} : { region: { ...region } }),
  }));
}

/** Where the document lies; all of the picture when its outline was not found. */
function documentBox(raster: Raster, { outline }: DocumentReading): Box {
  return outline === undefined
    ? { x: 0, y: 0, width: raster.width, height: raster.height }
    : boundingBox(outline.corners);
}

function widened(box: Box, factor: number): Box {
  const [width, height] = [box.width * factor, box.height * factor];
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}
