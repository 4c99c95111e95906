import type { Symbology } from "../models/barcode-scanner.ts";

/**
 * Results of the pipelines: plain structured-clonable values that mirror the messages of
 * `proto/selfsame/inference/v1` field by field, so that `service/` turns them into messages with
 * `create(Schema, value)`. Units and ranges are the proto's; an absent property is an absent field.
 */
export interface BoundingBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
  z: number;
}

export interface ModelRef {
  name: string;
  version: string;
}

export interface FaceAnalysis {
  imageWidth: number;
  imageHeight: number;
  /** Largest first. */
  faces: DetectedFace[];
  principal?: PrincipalFace;
}

export interface DetectedFace {
  box: BoundingBox;
  confidence: number;
}

export interface PrincipalFace {
  pose: HeadPose;
  quality: FaceQuality;
  /** 468, or empty if the caller requested none. */
  landmarks: Point[];
  template: FaceTemplate;
}

/** Degrees: yaw > 0 to the subject's own left, pitch > 0 up, roll > 0 clockwise in the image. */
interface HeadPose {
  yaw: number;
  pitch: number;
  roll: number;
}

export interface FaceQuality extends QualityComponents {
  score: number;
  native: NativeFaceMeasures;
}

/** ISO/IEC 29794-5 components, each 0..1, higher is better. */
export interface QualityComponents {
  sharpness: number;
  brightness: number;
  contrast: number;
  faceSize: number;
  pose: number;
  occlusion: number;
  eyesOpen: number;
}

export interface NativeFaceMeasures {
  interEyeDistance: number;
  meanLuma: number;
  laplacianVariance: number;
  eyeAspectRatio: number;
  mouthAspectRatio: number;
}

export interface FaceTemplate {
  vector: number[];
  model: ModelRef;
  perceptualHash: Uint8Array;
}

export interface FrameAssessment {
  analysis: FaceAnalysis;
  pad?: PadScore;
}

export interface PadScore {
  score: number;
  model: ModelRef;
}

export type DocumentReading = ReadingWith<Portrait>;

export interface ReadingWith<P> {
  imageWidth: number;
  imageHeight: number;
  quality: CaptureQuality;
  outline?: Quadrilateral;
  /** Top to bottom, left to right, MRZ lines included. */
  lines: TextLine[];
  mrz?: MachineReadableZone;
  /** True without `mrz`: rows with an MRZ's letters and shape were read that fit none of its formats. */
  unknownMrz: boolean;
  portrait?: P;
  card?: Quadrilateral;
  /** Largest first. */
  otherFaces: OtherFace[];
  /** At most four. */
  barcodes: Barcode[];
  models: ModelRef[];
  /** The model that read the print. */
  reader: ModelRef;
}

/** A barcode that was decoded with all its error correction. */
interface Barcode {
  symbology: Symbology;
  content: Uint8Array;
  /** In the upload. */
  corners: Quadrilateral;
}

export interface OtherFace {
  box: BoundingBox;
  comparison?: FaceComparison;
}

interface FaceComparison {
  score: number;
  interEyeDistance: number;
  sharpness: number;
  model: ModelRef;
}

export interface CaptureQuality {
  laplacianVariance: number;
  meanLuma: number;
  saturatedShare: number;
  documentLongSide: number;
  unreadLines: number;
}

/** Top left, top right, bottom right, bottom left, as the document is read. */
export interface Quadrilateral {
  corners: Point[];
}

export interface TextLine {
  text: string;
  confidence: number;
  certainty: number;
  box: BoundingBox;
  /**
   * On the page in reading position (upright, and rectified if its outline was found), in the page's own
   * pixels.
   */
  place: BoundingBox;
}

export interface MachineReadableZone {
  /** The value of `MachineReadableZone.Format` without its prefix. */
  format: "TD1" | "TD2" | "TD3" | "MRV_A" | "MRV_B" | "FRA_ID";
  lines: string[];
  fields: MrzField[];
  checks: MrzCheck[];
  box: BoundingBox;
  repairs: MrzRepair[];
}

interface MrzRepair {
  line: number;
  column: number;
  read: string;
  taken: string;
  cost: number;
}

interface MrzField {
  name: string;
  value: string;
  confidence: number;
  box: BoundingBox;
}

interface MrzCheck {
  name: string;
  valid: boolean;
  confidence: number;
}

export interface Portrait {
  box: BoundingBox;
  /** Its landmarks are left out. */
  face: PrincipalFace;
  jpeg: Uint8Array;
}

/** Measurements on an image that was read. */
export interface Assessment {
  signals: ForensicSignal[];
  metadata: ImageMetadata;
}

/** Result of `AssessForensics`; the reading's portrait has no crop and no template. */
export interface Forensics extends Assessment {
  reading: PlainReading;
}

/** Result of `ExamineDocument` for one image: its full reading and its measurements. */
export interface Examination extends Assessment {
  reading: DocumentReading;
}

/** A reading whose portrait is a place on the document only. */
export type PlainReading = ReadingWith<Pick<Portrait, "box">>;

export interface ForensicSignal {
  /** The contract's signal name. */
  name: string;
  /** 0..1, higher is more suspicious. */
  score: number;
  /** In the upload's pixels. */
  region?: BoundingBox;
  model: ModelRef;
}

interface ImageMetadata {
  editingSoftware: string[];
  perceptualHash: Uint8Array;
}
