import {
  type AssessForensicsResponse,
  type Examination as ExaminationMessage,
  type MachineReadableZone,
  MachineReadableZone_Format,
  type DocumentReading as ReadingMessage,
} from "../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { toBox, toModel, toPoint, toPrincipalFace } from "./convert-face.ts";
import { MalformedAnswerError, measure, present, unitInterval } from "./numbers.ts";
import {
  type DocumentReading,
  type Examination,
  type Forensics,
  HASH_BYTES,
  type Mrz,
  type PortraitReading,
} from "./port.ts";

const FORMATS: Record<MachineReadableZone_Format, Mrz["format"] | null> = {
  [MachineReadableZone_Format.UNSPECIFIED]: null,
  [MachineReadableZone_Format.TD1]: "TD1",
  [MachineReadableZone_Format.TD2]: "TD2",
  [MachineReadableZone_Format.TD3]: "TD3",
  [MachineReadableZone_Format.MRV_A]: "MRV-A",
  [MachineReadableZone_Format.MRV_B]: "MRV-B",
};

/** The port's document reading from the message. Throws `MalformedAnswerError`, as do all functions here. */
export function toDocumentReading(reading: ReadingMessage): DocumentReading {
  const quality = present(reading.quality, "quality");
  return {
    width: reading.imageWidth,
    height: reading.imageHeight,
    quality: {
      laplacianVariance: measure(quality.laplacianVariance, "quality.laplacian_variance"),
      meanLuma: measure(quality.meanLuma, "quality.mean_luma"),
      saturatedShare: unitInterval(quality.saturatedShare, "quality.saturated_share"),
      documentLongSide: measure(quality.documentLongSide, "quality.document_long_side"),
    },
    outline: reading.outline === undefined ? null : reading.outline.corners.map(toPoint),
    lines: reading.lines.map(({ text, confidence, box, place }) => ({
      text,
      confidence: unitInterval(confidence, "line.confidence"),
      box: toBox(box, "line.box"),
      place: toBox(place, "line.place"),
    })),
    mrz: reading.mrz === undefined ? null : toMrz(reading.mrz),
    portrait: reading.portrait === undefined ? null : { box: toBox(reading.portrait.box, "portrait.box") },
    models: reading.models.map(toModel),
  };
}

/** The port's document reading with the portrait's crop and template. */
export function toPortraitReading(message: ReadingMessage): PortraitReading {
  const reading = toDocumentReading(message);
  if (message.portrait === undefined || reading.portrait === null) return { ...reading, portrait: null };
  const { face, jpeg } = message.portrait;
  if (jpeg.length === 0) throw new MalformedAnswerError("portrait.jpeg is empty");
  return {
    ...reading,
    portrait: { ...reading.portrait, face: toPrincipalFace(present(face, "portrait.face")), jpeg },
  };
}

/** The port's forensics from the message. */
export function toForensics(message: AssessForensicsResponse): Forensics {
  return { ...toMeasured(message), reading: toDocumentReading(present(message.reading, "reading")) };
}

/** The port's examination of one picture from the message. */
export function toExamination(message: ExaminationMessage): Examination {
  return { ...toMeasured(message), reading: toPortraitReading(present(message.reading, "reading")) };
}

function toMeasured({
  signals,
  metadata,
}: AssessForensicsResponse | ExaminationMessage): Omit<Forensics, "reading"> {
  const { editingSoftware, perceptualHash } = present(metadata, "metadata");
  if (perceptualHash.length !== HASH_BYTES) throw new MalformedAnswerError("metadata.perceptual_hash is cut");
  return {
    signals: signals.map(({ name, score, region, model }) => ({
      name,
      score: unitInterval(score, "signal.score"),
      region: region === undefined ? null : toBox(region, "signal.region"),
      model: toModel(model),
    })),
    editingSoftware: [...editingSoftware],
    perceptualHash,
  };
}

function toMrz(mrz: MachineReadableZone): Mrz {
  // An edge older than the inference service may not know the format; it then has the same use as no format.
  const format = FORMATS[mrz.format] ?? null;
  if (format === null) throw new MalformedAnswerError("mrz.format is unknown");
  return {
    format,
    lines: [...mrz.lines],
    fields: mrz.fields.map(({ name, value, confidence, box }) => ({
      name,
      value,
      confidence: unitInterval(confidence, "mrz.field.confidence"),
      box: box === undefined ? null : toBox(box, "mrz.field.box"),
    })),
    checks: mrz.checks.map(({ name, valid, confidence }) => ({
      name,
      valid,
      confidence: unitInterval(confidence, "mrz.check.confidence"),
    })),
    repairs: mrz.repairs.map(({ line, column, read, taken }) => ({ line, column, read, taken })),
  };
}
