import { fromBase64 } from "../../crypto/encoding.ts";
import type {
  Box,
  DocumentReading,
  Forensics,
  Mrz,
  PortraitReading,
  Template,
  TextLine,
} from "../../inference/port.ts";
import type { FixedOutcome } from "./table.ts";

/**
 * Findings about a specimen, in place of the image's: the passport of Utopia from ICAO Doc 9303, valid until
 * 2049, and its holder. All rules apply to them as to any findings, so that rows, events and steps are real.
 */

const LINES = [
  "Surname: ERIKSSON",
  "Given names: ANNA MARIA",
  "Document number: L898902C3",
  "Nationality: UTO",
  "Date of birth: 12 AUG 1974",
  "Sex: F",
  "Date of issue: 01 JAN 2020",
  "Date of expiry: 31 DEC 2049",
];

function lineAt(text: string, box: Box): TextLine {
  return { text, confidence: 0.99, certainty: 0.99, box, place: box };
}

/** Without an MRZ or a title, so that it is accepted as a document of any type. */
const READING: DocumentReading = {
  width: 1200,
  height: 840,
  quality: {
    laplacianVariance: 400,
    meanLuma: 180,
    saturatedShare: 0,
    documentLongSide: 1200,
    unreadLines: 0,
  },
  outline: null,
  lines: LINES.map((text, i) => lineAt(text, [300, 100 + 60 * i, 600, 30])),
  mrz: null,
  unknownMrz: false,
  portrait: { box: [60, 120, 200, 260] },
  card: [
    { x: 0, y: 0, z: 0 },
    { x: 1200, y: 0, z: 0 },
    { x: 1200, y: 840, z: 0 },
    { x: 0, y: 840, z: 0 },
  ],
  otherFaces: [],
  barcodes: [],
  models: [],
  reader: { name: "specimen", version: "1" },
};

const element = (name: string, value: string) => ({ name, value, confidence: 0.99, box: null });

const MRZ: Mrz = {
  format: "TD3",
  lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F4912310ZE184226B<<<<<16"],
  fields: [
    element("primary_identifier", "ERIKSSON"),
    element("secondary_identifier", "ANNA MARIA"),
    element("document_number", "L898902C3"),
  ],
  checks: ["document_number", "date_of_birth", "date_of_expiry", "composite"].map((name) => ({
    name,
    valid: true,
    confidence: 0.99,
  })),
  repairs: [],
};

/** A grey square of 8 × 8 pixels, as portrait for an image without a face. */
const GREY_JPEG =
  "/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAA/9k=";

/**
 * The holder's face template in the space of the given model bundle. It equals itself, so that portrait and
 * selfie match.
 */
export function specimenTemplate(version: string): Template {
  return { vector: new Float32Array([1]), version, hashes: [] };
}

/** The specimen's reading; its portrait is the image's own crop if the image shows a face. */
export function specimenReading(found: PortraitReading, templateVersion: string): PortraitReading {
  const template = specimenTemplate(templateVersion);
  const jpeg = found.portrait?.jpeg ?? fromBase64(GREY_JPEG);
  return {
    ...READING,
    reader: found.reader,
    shown: found.shown,
    portrait: { box: READING.portrait!.box, face: { ...BEARER, template }, jpeg },
  };
}

const BEARER = {
  pose: { yaw: 0, pitch: 0, roll: 0 },
  quality: {
    score: 0.99,
    components: {
      sharpness: 0.99,
      brightness: 0.99,
      contrast: 0.99,
      face_size: 0.99,
      pose: 0.99,
      occlusion: 0.99,
      eyes_open: 0.99,
    },
    native: {
      interEyeDistance: 100,
      meanLuma: 130,
      laplacianVariance: 400,
      eyeAspectRatio: 0.3,
      mouthAspectRatio: 0,
    },
  },
  landmarks: [],
};

/** The evidence that leads to each fixed decision. */
const EVIDENCE: Readonly<
  Record<FixedOutcome["fraud"], { readonly tampering: number; readonly validMrz: boolean }>
> = {
  clean: { tampering: 0.01, validMrz: true },
  suspicious: { tampering: 0.75, validMrz: true },
  fraudulent: { tampering: 0.99, validMrz: false },
};

/** The specimen's forensics. The image's own hash stays, because it distinguishes uploads. */
export function specimenForensics(found: Forensics, decision: FixedOutcome["fraud"]): Forensics {
  const { tampering, validMrz } = EVIDENCE[decision];
  const model = { name: "test-reference", version: "1" };
  return {
    signals: [{ name: "digital_tampering", score: tampering, region: null, model }],
    editingSoftware: [],
    perceptualHash: found.perceptualHash,
    reading: {
      ...READING,
      shown: found.reading.shown,
      mrz: { ...MRZ, checks: MRZ.checks.map((check) => ({ ...check, valid: validMrz })) },
    },
  };
}
