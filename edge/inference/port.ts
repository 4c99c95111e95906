import type { Barcode, SignedSeal } from "./barcode.ts";
import type { ChipFacts, ChipFiles } from "./chip.ts";
import type { Forgotten, ForgottenFace, GalleryAnswer, GalleryRequest } from "./gallery.ts";

/**
 * The edge's interface to inference. `client.ts` implements it over gRPC-Web; no other file of `edge` sees a
 * proto message. Units, ranges and coordinates are those of `proto/selfsame/inference/v1`.
 *
 * Every method throws `ApiError`: the image rejections of contract §4.1 (with `param` named by the caller's
 * `params`), or `service_unavailable` if inference is down, overloaded or late, or if its answer contains a
 * malformed number.
 */
export interface InferencePort {
  analyzeFace(image: NamedImage, caller: InferenceCaller): Promise<FaceAnalysis>;
  assessPresentationAttack(
    images: readonly NamedImage[],
    caller: InferenceCaller,
  ): Promise<FrameAssessment[]>;
  readDocument(image: NamedImage, caller: InferenceCaller): Promise<PortraitReading>;
  assessForensics(image: NamedImage, caller: InferenceCaller): Promise<Forensics>;
  /**
   * Checks one document's front, or front and back, in that order. Each image is read once, and its fraud
   * signals are measured on that reading.
   */
  examineDocument(images: readonly NamedImage[], caller: InferenceCaller): Promise<Examination[]>;
  /** Verifies seals' signatures, each with the certificates that the call names: 1 to 8 seals. */
  verifySeals(seals: readonly SignedSeal[], caller: InferenceCaller): Promise<(number | null)[]>;
  /** Reads a chip's files: facts only. A rejection of a file names `sod` or `dg1`, `dg2` and so on. */
  readChip(files: ChipFiles, caller: InferenceCaller): Promise<ChipReading>;
  /**
   * The face of an image that an issuer signed, a JPEG or JPEG 2000 of at most 512 KiB, and the image as a
   * JPEG; null if it cannot be decoded or shows no face.
   */
  readPortrait(image: NamedImage, caller: InferenceCaller): Promise<PortraitReading["portrait"]>;
  /**
   * The index of the first of 1 to 32 candidates whose key signed a certificate, or null. All are X.509 in
   * DER, at most 8 KiB each. Names and dates do not count.
   */
  findIssuer(
    certificate: Uint8Array,
    candidates: readonly Uint8Array[],
    caller: InferenceCaller,
  ): Promise<number | null>;
  /** Sends a gallery the changes that it lacks, then searches it, up to the mark of the answer. */
  searchGallery(request: GalleryRequest, caller: InferenceCaller): Promise<GalleryAnswer>;
  /** Deletes these references from the memory of every host of inference. Gives up after 2 s. */
  forget(faces: readonly ForgottenFace[]): Promise<Forgotten>;
  /** The active model bundle; memoised for at most a minute. */
  bundle(): Promise<ModelBundle>;
}

/** Whether a caller waits for the answer: background work runs after all other work. */
export type Priority = "interactive" | "background";

/** The caller that inference works for. */
export interface InferenceCaller {
  /** An opaque key of the calling tenant, by which workers are shared fairly. */
  readonly tenant: string;
  readonly priority: Priority;
  /** Called once a worker has processed the call's images, whether or not the call then fails. */
  inferenceUsed(): void;
}

/** An upload and the name of its form field, which a rejection returns as `param`. */
export interface NamedImage {
  readonly param: string;
  readonly content: Uint8Array;
  /** Requests `shown` in a document's or frame's answer. */
  readonly show?: boolean;
}

export type Box = readonly [x: number, y: number, width: number, height: number];

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface ModelRef {
  readonly name: string;
  readonly version: string;
}

export interface FaceAnalysis {
  readonly width: number;
  readonly height: number;
  /** Largest first. */
  readonly faces: readonly { readonly box: Box; readonly confidence: number }[];
  readonly principal: PrincipalFace | null;
}

export interface PrincipalFace {
  /**
   * Degrees. yaw > 0: turned to the subject's own left; pitch > 0: looking up; roll > 0: clockwise in the
   * image.
   */
  readonly pose: { readonly yaw: number; readonly pitch: number; readonly roll: number };
  readonly quality: FaceQuality;
  /** 468 points in MediaPipe order; empty for a document's portrait. */
  readonly landmarks: readonly Point[];
  readonly template: Template;
}

export const QUALITY_COMPONENTS = [
  "sharpness",
  "brightness",
  "contrast",
  "face_size",
  "pose",
  "occlusion",
  "eyes_open",
] as const;

export interface FaceQuality {
  readonly score: number;
  readonly components: Readonly<Record<(typeof QUALITY_COMPONENTS)[number], number>>;
  readonly native: {
    readonly interEyeDistance: number;
    readonly meanLuma: number;
    readonly laplacianVariance: number;
    readonly eyeAspectRatio: number;
    readonly mouthAspectRatio: number;
  };
}

/** A unit vector. The comparison score of two templates of the same version is their dot product. */
export interface Template {
  readonly vector: Float32Array;
  readonly version: string;
  /**
   * Perceptual hashes, `HASH_BYTES` each, of the images that the template represents, its own image's first.
   * Empty for a template that was stored without hashes.
   */
  readonly hashes: readonly Uint8Array[];
}

/** Bytes of a perceptual hash. */
export const HASH_BYTES = 128;

export interface FrameAssessment {
  readonly analysis: FaceAnalysis;
  /** Null without a face, without a PAD model in the bundle, or outside the model's image range. */
  readonly pad: { readonly score: number; readonly model: ModelRef } | null;
  /** See `DocumentReading.shown`. */
  readonly shown?: Uint8Array | undefined;
}

export const MRZ_FORMATS = ["TD1", "TD2", "TD3", "MRV-A", "MRV-B", "FRA_ID"] as const;

export interface MrzField {
  readonly name: string;
  readonly value: string;
  readonly confidence: number;
  readonly box: Box | null;
}

/** A character that was replaced so that the check digits are valid; positions from 0. */
interface MrzRepair {
  readonly line: number;
  readonly column: number;
  readonly read: string;
  readonly taken: string;
}

export interface Mrz {
  readonly format: (typeof MRZ_FORMATS)[number];
  readonly lines: readonly string[];
  readonly fields: readonly MrzField[];
  readonly checks: readonly { readonly name: string; readonly valid: boolean; readonly confidence: number }[];
  /** Repairs by the check digits; empty without repairs. */
  readonly repairs: readonly MrzRepair[];
}

export interface TextLine {
  readonly text: string;
  readonly confidence: number;
  /** Probability that no character of the text is wrong, 0..1. */
  readonly certainty: number;
  /** In the upload's pixels. */
  readonly box: Box;
  /** On the rectified page, upright and flat, in its own pixels: layout rules compare these boxes. */
  readonly place: Box;
}

export interface DocumentReading {
  readonly width: number;
  readonly height: number;
  readonly quality: {
    readonly laplacianVariance: number;
    readonly meanLuma: number;
    readonly saturatedShare: number;
    readonly documentLongSide: number;
    /** Whether lines of text were not read, or not to their end: the image has more text than is read. */
    readonly unreadLines: number;
  };
  readonly outline: readonly Point[] | null;
  readonly lines: readonly TextLine[];
  readonly mrz: Mrz | null;
  /** Whether rows that look like an MRZ were read but fit no known format; `mrz` is null then. */
  readonly unknownMrz: boolean;
  /** Null when no face was found on the card. */
  readonly portrait: { readonly box: Box } | null;
  /** The corners of the card or data page; null if its edges cannot be located: then it has no portrait. */
  readonly card: readonly Point[] | null;
  /** Largest first. Compared with the portrait if there is one of about the same size. */
  readonly otherFaces: readonly { readonly box: Box; readonly comparison: FaceComparison | null }[];
  readonly barcodes: readonly Barcode[];
  readonly models: readonly ModelRef[];
  /** The model that read the print. */
  readonly reader: ModelRef;
  /** The raster that was judged, upright, as a JPEG without metadata; present if the upload requested it. */
  readonly shown?: Uint8Array | undefined;
}

/** The similarity of two faces; eye distance (pixels) and sharpness (0..1) are the lower of both. */
export interface FaceComparison {
  /** Dot product of the templates, -1..1. */
  readonly score: number;
  readonly interEyeDistance: number;
  readonly sharpness: number;
  readonly version: string;
}

/** A reading with its portrait's crop and template. */
export interface PortraitReading extends DocumentReading {
  readonly portrait: { readonly box: Box; readonly face: PrincipalFace; readonly jpeg: Uint8Array } | null;
}

/** A chip's facts with its MRZ (DG1) and its face (DG2). */
export interface ChipReading extends ChipFacts {
  /** Null without a readable DG1. Its confidences are 1, and it has no boxes. */
  readonly mrz: Mrz | null;
  /** Its box in the image of DG2, and that image as a JPEG. Null unless the hash of DG2 is equal. */
  readonly portrait: PortraitReading["portrait"];
}

export interface Forensics {
  readonly signals: readonly {
    readonly name: string;
    readonly score: number;
    readonly region: Box | null;
    readonly model: ModelRef;
  }[];
  readonly editingSoftware: readonly string[];
  /** `HASH_BYTES` long; near-duplicates differ in few bits. */
  readonly perceptualHash: Uint8Array;
  /** Without the portrait's crop and template, which inference does not send. */
  readonly reading: DocumentReading;
}

/** The answers of `readDocument` and `assessForensics` for one image, from one reading. */
export interface Examination extends Forensics {
  readonly reading: PortraitReading;
}

export interface ModelBundle {
  readonly name: string;
  readonly executionProvider: string;
  readonly models: readonly { readonly task: string; readonly name: string; readonly version: string }[];
  readonly templateVersion: string;
  readonly operatingPoints: readonly {
    readonly level: string;
    readonly comparisonScore: number;
    readonly fmr: number;
  }[];
}
