import type { Line } from "../../../inference/forensics/detector/detector.ts";
import { openForensicModels } from "../../../inference/forensics/graphs.ts";
import { type Box, stretched } from "../../../inference/geometry/boxes.ts";
import { rectangle } from "../../../inference/geometry/quad.ts";
import type { Raster } from "../../../inference/imaging/raster.ts";
import type { PlainReading } from "../../../inference/pipelines/types.ts";
import { CPU, openModel } from "../../../inference/runtime/session.ts";

/** An upload and its ground truth. */
export interface Upload {
  readonly content: Buffer;
  readonly template: string;
  /** "none" for a genuine upload. */
  readonly attack: string;
  readonly document: Box | null;
  readonly portrait: Box | null;
  readonly lines: readonly Line[];
}

export const forensicModels = await openForensicModels((name, bytes) => openModel({ name, bytes }, CPU));

/** Only the face's box is used: the pipeline also analyses its surroundings. */
const FACE = 1 / 1.6;

/**
 * The reading of an ideal reader, made from the known layout: a reader's errors and checks of the text have
 * no part in figures on pixels alone.
 */
export function readingOf({ width, height }: Raster, { document, portrait, lines }: Upload): PlainReading {
  return {
    imageWidth: width,
    imageHeight: height,
    quality: {
      laplacianVariance: 400,
      meanLuma: 180,
      saturatedShare: 0,
      documentLongSide: width,
      unreadLines: 0,
    },
    lines: lines.map((line) => ({ ...line, place: line.box, confidence: 1, certainty: 1 })),
    unknownMrz: false,
    otherFaces: [],
    barcodes: [],
    models: [],
    reader: { name: "ideal", version: "1" },
    ...(document && { outline: { corners: corners(document) } }),
    ...(portrait && { portrait: { box: stretched(portrait, FACE) } }),
  };
}

const corners = ({ x, y, width, height }: Box) => rectangle(x, y, width, height).map((c) => ({ ...c, z: 0 }));
