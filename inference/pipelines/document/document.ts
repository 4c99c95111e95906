import type { Task } from "../../bundle/manifest.ts";
import type { OpenBundle } from "../../bundle/open.ts";
import { boundingBox } from "../../geometry/boxes.ts";
import { type Quad, quadSize, rectangle } from "../../geometry/quad.ts";
import { apply, centroid, type Transform } from "../../geometry/transform.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { DecodedBarcode } from "../../models/barcode-scanner.ts";
import { openRecognizer } from "../../models/ppocr-recognition.ts";
import { mean } from "../../statistics.ts";
import type { FacePipeline } from "../face/face.ts";
import type {
  BoundingBox,
  MachineReadableZone,
  ModelRef,
  Quadrilateral,
  ReadingWith,
  TextLine,
} from "../types.ts";
import { barcodeTest, findBarcodes, findBlurredBarcodes } from "./barcodes.ts";
import { findCard } from "./card.ts";
import {
  type MrzModels,
  type MrzReading,
  mrzBox,
  mrzTest,
  readMrz,
  readMrzFirst,
  spanQuad,
} from "./mrz/mrz.ts";
import { documentLongSide, documentQuad, measureCapture } from "./outline.ts";
import { findPage } from "./page.ts";
import { findFaces, type Portraits } from "./portrait.ts";
import { type RecognizedLine, recognizeText } from "./text.ts";
import { inDocument, linesToRead, mrzCandidates, TEXT_LIMITS } from "./text-limits.ts";

/** Reads identity documents. A portrait's place does not depend on whether its face is analysed. */
export interface DocumentPipeline {
  read<Kind extends keyof Portraits>(
    upload: Raster,
    options: { readonly portrait: Kind },
  ): Promise<ReadingWith<Portraits[Kind]>>;
}

/**
 * Throws `BundleError` or `Error` when the bundle lacks a text model or has a recogniser that is not known.
 */
export async function openDocumentPipeline(
  bundle: OpenBundle,
  face: FacePipeline,
): Promise<DocumentPipeline> {
  const models: MrzModels = {
    mrzReader: bundle.model("mrz_recognition"),
    detection: bundle.model("text_detection"),
    orientation: bundle.model("text_orientation"),
    recognizer: openRecognizer(bundle.model("text_recognition"), bundle.info("text_recognition").name, () =>
      bundle.file("text_recognition", "dictionary"),
    ),
  };
  return {
    async read(upload, { portrait: kind }) {
      const page = await findPage(bundle, models, upload);
      const { raster, toUpload, quads, outline: onRaster } = page;
      const outline = onRaster && quadIn(toUpload, onRaster);
      const { mrz, unknownMrz, regions, unread, ...text } = await readText(models, raster, quads, onRaster);
      const card = findCard(page, mrz);
      const { portrait, others } = await findFaces(kind, face, { upload, raster, toUpload, card });
      const mayBeBack = mrz === undefined && portrait === undefined && text.barcodes.length === 0;
      const barcodes = mayBeBack ? await findBlurredBarcodes(raster) : text.barcodes;
      const document = documentQuad(card?.corners ?? onRaster, quads);
      const onUpload = document?.map((corner) => apply(toUpload, corner)) as Quad | undefined;
      return {
        imageWidth: upload.width,
        imageHeight: upload.height,
        quality: {
          ...(await measureCapture(upload, onUpload)),
          documentLongSide: documentLongSide(onUpload),
          unreadLines: unread,
        },
        ...(outline && { outline }),
        lines: textLines(regions, mrz, barcodes, toUpload),
        ...(mrz && { mrz: describeMrz(mrz, toUpload) }),
        unknownMrz,
        ...(portrait && { portrait }),
        ...(card && { card: quadIn(toUpload, card.corners) }),
        otherFaces: others,
        barcodes: barcodes.map(({ corners, ...barcode }) => ({
          ...barcode,
          corners: quadIn(toUpload, corners),
        })),
        models: modelsOf(bundle),
        reader: refOf(bundle, "text_recognition"),
      };
    },
  };
}

interface ReadText {
  readonly mrz: MrzReading | undefined;
  /** Whether there is an MRZ that suits no format. */
  readonly unknownMrz: boolean;
  readonly regions: readonly RecognizedLine[];
  /** Lines that were not read, or not to their end. */
  readonly unread: number;
  readonly barcodes: readonly DecodedBarcode[];
}

/**
 * Reads the text within the limits for all images. The MRZ comes first, and lines that may belong to it come
 * before all others, so that other text on the image never keeps an MRZ from being read. The bars of a
 * barcode that was read are no text.
 */
async function readText(
  models: MrzModels,
  raster: Raster,
  quads: readonly Quad[],
  outline: Quad | undefined,
): Promise<ReadText> {
  const inside = inDocument(outline);
  const first = await readMrzFirst(models.mrzReader, raster, mrzCandidates(quads, inside));
  const barcodes = await findBarcodes(raster, first.mrz);
  const [onMrz, onBarcode] = [first.mrz && mrzTest(first.mrz), barcodeTest(barcodes)];
  const others = quads.filter((quad) => onMrz?.(quad) !== true && !onBarcode(quad));
  const rank = (quad: Quad) => inside(quad) + (first.likely.has(quad) ? 2 : 0);
  const chosen = linesToRead(others, rank, TEXT_LIMITS);
  const regions = await recognizeText(models, raster, chosen);
  const cut = regions.filter(({ isCut }) => isCut).length;
  const mrz = first.mrz ?? (await readMrz(models, raster, regions));
  return {
    mrz,
    unknownMrz: mrz === undefined && first.looksLikeMrz,
    regions,
    unread: others.length - chosen.length + cut,
    barcodes,
  };
}

const product = (shares: readonly number[]) => shares.reduce((all, share) => all * share, 1);

const boxIn = (map: Transform, { x, y, width, height }: BoundingBox): BoundingBox =>
  boundsIn(map, rectangle(x, y, width, height));

const quadIn = (map: Transform, quad: Quad): Quadrilateral => ({
  corners: quad.map((corner) => ({ ...apply(map, corner), z: 0 })),
});

const boundsIn = (map: Transform, quad: Quad): BoundingBox => ({
  ...boundingBox(quad.map((corner) => apply(map, corner))),
});

/** All lines in reading order; an MRZ's rows replace the lines that were detected on them. */
function textLines(
  regions: readonly RecognizedLine[],
  mrz: MrzReading | undefined,
  barcodes: readonly DecodedBarcode[],
  toUpload: Transform,
): TextLine[] {
  const rows = (mrz?.rows ?? []).map((quad, i) => {
    const { text, confidences } = mrz!.lines[i]!;
    return { quad, text, confidence: mean(confidences), certainty: product(confidences) };
  });
  const onMrz = mrz && mrzTest(mrz);
  const onBarcode = barcodeTest(barcodes);
  const read = regions.filter(({ text, quad }) => text !== "" && !onMrz?.(quad) && !onBarcode(quad));
  return inReadingOrder([...read, ...rows]).map(({ quad, text, confidence, certainty }) => ({
    text,
    confidence,
    certainty,
    box: boundsIn(toUpload, quad),
    place: { ...boundingBox(quad) },
  }));
}

function describeMrz(mrz: MrzReading, toUpload: Transform): MachineReadableZone {
  return {
    format: mrz.format.name,
    lines: mrz.lines.map(({ text }) => text),
    fields: mrz.fields.map(({ name, value, confidence, span }) => ({
      name,
      value,
      confidence,
      box: boundsIn(toUpload, spanQuad(mrz, span)),
    })),
    checks: mrz.checks.map((check) => ({ ...check })),
    box: boxIn(toUpload, mrzBox(mrz)),
    repairs: mrz.repairs.map(({ line, column, read, character, cost }) => ({
      line,
      column,
      read,
      taken: character,
      cost,
    })),
  };
}

const TASKS = [
  "text_detection",
  "text_orientation",
  "text_recognition",
  "mrz_recognition",
  "document_corners",
  "face_detection",
  "face_landmarks",
] as const;

/** Models that took part; the portrait's template names its own. */
function modelsOf(bundle: OpenBundle): ModelRef[] {
  return TASKS.filter((task) => bundle.has(task)).map((task) => refOf(bundle, task));
}

function refOf(bundle: OpenBundle, task: Task): ModelRef {
  const { name, version } = bundle.info(task);
  return { name, version };
}

/** Lines from top to bottom, and from left to right if they are side by side, on a page that may tilt. */
function inReadingOrder<Line extends { readonly quad: Quad }>(lines: readonly Line[]): Line[] {
  if (lines.length === 0) return [];
  const [from, to] = lines.reduce((a, b) => (quadSize(b.quad).width > quadSize(a.quad).width ? b : a)).quad;
  const tilt = Math.atan2(to.y - from.y, to.x - from.x);
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const placed = lines
    .map((line) => {
      const { x, y } = centroid(line.quad);
      return { line, across: x * cos + y * sin, down: y * cos - x * sin, height: quadSize(line.quad).height };
    })
    .sort((a, b) => a.down - b.down);
  const rows: (typeof placed)[] = [];
  for (const item of placed) {
    const row = rows.at(-1);
    if (row !== undefined && item.down - row[0]!.down < 0.5 * Math.min(item.height, row[0]!.height))
      row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.across - b.across).map(({ line }) => line));
}
