import {
  type AssessForensicsResponse,
  Barcode_Symbology,
  type Barcode as BarcodeMessage,
  type Examination as ExaminationMessage,
  type TextLine as LineMessage,
  type MachineReadableZone,
  MachineReadableZone_Format,
  type OtherFace as OtherFaceMessage,
  type DocumentReading as ReadingMessage,
} from "../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import {
  Digest,
  type FindIssuerResponse,
  type SealVerification,
} from "../../proto/gen/selfsame/inference/v1/signature_service_pb.js";
import { TEXT_LIMITS } from "../../vocabulary/documents.ts";
import type { Barcode, SignedSeal } from "./barcode.ts";
import { toBox, toModel, toPoint, toPrincipalFace, toShown } from "./convert-face.ts";
import { finite, MalformedAnswerError, measure, present, unitInterval, wholeHash } from "./numbers.ts";
import type { DocumentReading, Examination, Forensics, Mrz, PortraitReading, TextLine } from "./port.ts";

const FORMATS: Record<MachineReadableZone_Format, Mrz["format"] | null> = {
  [MachineReadableZone_Format.UNSPECIFIED]: null,
  [MachineReadableZone_Format.TD1]: "TD1",
  [MachineReadableZone_Format.TD2]: "TD2",
  [MachineReadableZone_Format.TD3]: "TD3",
  [MachineReadableZone_Format.MRV_A]: "MRV-A",
  [MachineReadableZone_Format.MRV_B]: "MRV-B",
  [MachineReadableZone_Format.FRA_ID]: "FRA_ID",
};

const SYMBOLOGIES: Record<Barcode_Symbology, Barcode["symbology"] | null> = {
  [Barcode_Symbology.UNSPECIFIED]: null,
  [Barcode_Symbology.PDF417]: "pdf417",
  [Barcode_Symbology.DATA_MATRIX]: "data_matrix",
  [Barcode_Symbology.QR_CODE]: "qr_code",
  [Barcode_Symbology.AZTEC]: "aztec",
};

/**
 * Lengths that inference never exceeds. Rules take longer for longer answers, so a longer one is malformed.
 */
const LONGEST = {
  corners: 4,
  otherFaces: 4,
  barcodes: 4,
  barcode: 3 * 1024,
  mrzLines: 3,
  mrzLine: 44,
  elements: 16,
  repairs: 32,
  signals: 64,
} as const;

function short<T extends { readonly length: number }>(list: T, what: keyof typeof LONGEST): T {
  if (list.length > LONGEST[what]) throw new MalformedAnswerError(`${what} is longer than it can be`);
  return list;
}

/** The port's document reading from the message. Throws `MalformedAnswerError`, as do all functions here. */
export function toDocumentReading(reading: ReadingMessage): DocumentReading {
  const quality = present(reading.quality, "quality");
  const lines = toLines(reading.lines);
  return {
    width: reading.imageWidth,
    height: reading.imageHeight,
    quality: {
      laplacianVariance: measure(quality.laplacianVariance, "quality.laplacian_variance"),
      meanLuma: measure(quality.meanLuma, "quality.mean_luma"),
      saturatedShare: unitInterval(quality.saturatedShare, "quality.saturated_share"),
      documentLongSide: measure(quality.documentLongSide, "quality.document_long_side"),
      unreadLines: Math.max(quality.unreadLines, lines.unread),
    },
    outline: reading.outline === undefined ? null : short(reading.outline.corners, "corners").map(toPoint),
    lines: lines.read,
    mrz: reading.mrz === undefined ? null : toMrz(reading.mrz),
    unknownMrz: reading.unknownMrz && reading.mrz === undefined,
    portrait: reading.portrait === undefined ? null : { box: toBox(reading.portrait.box, "portrait.box") },
    card: reading.card === undefined ? null : short(reading.card.corners, "corners").map(toPoint),
    otherFaces: short(reading.otherFaces, "otherFaces").map(toOtherFace),
    barcodes: short(reading.barcodes, "barcodes").flatMap(toBarcode),
    models: reading.models.map(toModel),
    reader: toModel(reading.reader),
    shown: toShown(reading.shown),
  };
}

const toOtherFace = ({ box, comparison }: OtherFaceMessage): DocumentReading["otherFaces"][number] => ({
  box: toBox(box, "other_face.box"),
  comparison:
    comparison === undefined
      ? null
      : {
          score: Math.min(1, Math.max(-1, finite(comparison.score, "comparison.score"))),
          interEyeDistance: measure(comparison.interEyeDistance, "comparison.inter_eye_distance"),
          sharpness: unitInterval(comparison.sharpness, "comparison.sharpness"),
          version: toModel(comparison.model).version,
        },
});

/** None for a symbology that an edge older than the inference service does not know. */
function toBarcode({ symbology, content, corners }: BarcodeMessage): Barcode[] {
  const known = SYMBOLOGIES[symbology] ?? null;
  if (known === null) return [];
  const points = present(corners, "barcode.corners").corners.map(toPoint);
  if (points.length !== LONGEST.corners) throw new MalformedAnswerError("barcode.corners are not four");
  return [{ symbology: known, content: short(content, "barcode"), corners: points }];
}

/**
 * At most as much text as is read of an image, since rules take longer for more. Text beyond the limits
 * counts as unread, so that no verdict passes on a part of the text.
 */
function toLines(lines: readonly LineMessage[]): { read: TextLine[]; unread: number } {
  const read = lines.slice(0, TEXT_LIMITS.lines).map(({ text, confidence, certainty, box, place }) => ({
    text: beginning(text),
    confidence: unitInterval(confidence, "line.confidence"),
    certainty: unitInterval(certainty, "line.certainty"),
    box: toBox(box, "line.box"),
    place: toBox(place, "line.place"),
  }));
  const cut = read.filter(({ text }, i) => text.length < lines[i]!.text.length).length;
  return { read, unread: lines.length - read.length + cut };
}

/** A character takes one or two of a string's units. */
const beginning = (text: string): string =>
  Array.from(text.slice(0, 2 * TEXT_LIMITS.characters))
    .slice(0, TEXT_LIMITS.characters)
    .join("");

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

/** The port's examination of one image from the message. */
export function toExamination(message: ExaminationMessage): Examination {
  return { ...toMeasured(message), reading: toPortraitReading(present(message.reading, "reading")) };
}

function toMeasured({
  signals,
  metadata,
}: AssessForensicsResponse | ExaminationMessage): Omit<Forensics, "reading"> {
  const { editingSoftware, perceptualHash } = present(metadata, "metadata");
  return {
    signals: short(signals, "signals").map(({ name, score, region, model }) => ({
      name,
      score: unitInterval(score, "signal.score"),
      region: region === undefined ? null : toBox(region, "signal.region"),
      model: toModel(model),
    })),
    editingSoftware: [...editingSoftware],
    perceptualHash: wholeHash(perceptualHash, "metadata.perceptual_hash"),
  };
}

export function toMrz(mrz: MachineReadableZone): Mrz {
  // An edge older than the inference service may not know the format; it then has the same use as no format.
  const format = FORMATS[mrz.format] ?? null;
  if (format === null) throw new MalformedAnswerError("mrz.format is unknown");
  return {
    format,
    lines: short(mrz.lines, "mrzLines").map((line) => short(line, "mrzLine")),
    fields: short(mrz.fields, "elements").map(({ name, value, confidence, box }) => ({
      name,
      value: short(value, "mrzLine"),
      confidence: unitInterval(confidence, "mrz.field.confidence"),
      box: box === undefined ? null : toBox(box, "mrz.field.box"),
    })),
    checks: short(mrz.checks, "elements").map(({ name, valid, confidence }) => ({
      name,
      valid,
      confidence: unitInterval(confidence, "mrz.check.confidence"),
    })),
    repairs: short(mrz.repairs, "repairs").map(({ line, column, read, taken }) => ({
      line,
      column,
      read,
      taken,
    })),
  };
}

/** A seal as inference verifies it. */
export const toSignedSeal = ({ digest, certificates, ...seal }: SignedSeal) => ({
  ...seal,
  certificates: [...certificates],
  digest: digest === null ? Digest.UNSPECIFIED : DIGESTS[digest],
});

const DIGESTS = { sha256: Digest.SHA256, sha384: Digest.SHA384, sha512: Digest.SHA512 } as const;

/**
 * For each seal the index of the certificate that made its signature, or null. Throws `MalformedAnswerError`
 * for another number of answers, and for a certificate that was not sent.
 */
export function toSigners(
  verifications: readonly SealVerification[],
  seals: readonly SignedSeal[],
): (number | null)[] {
  if (verifications.length !== seals.length)
    throw new MalformedAnswerError("verifications are not the seals'");
  return verifications.map(({ certificate }, i) => {
    if (certificate === undefined) return null;
    if (certificate >= seals[i]!.certificates.length)
      throw new MalformedAnswerError("verification.certificate is none of the seal's");
    return certificate;
  });
}

/** The index of a certificate's issuer among the candidates, or null. */
export function toIssuer({ issuer }: FindIssuerResponse, candidates: readonly Uint8Array[]): number | null {
  if (issuer === undefined) return null;
  if (issuer >= candidates.length) throw new MalformedAnswerError("issuer is none of the candidates");
  return issuer;
}
