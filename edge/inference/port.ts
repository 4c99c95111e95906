/**
 * What the edge may ask of inference, in its own words. `client.ts` implements it over gRPC-Web; nothing else
 * in `edge` sees a proto message. Units, ranges and coordinates are those of `proto/selfsame/inference/v1`.
 *
 * Every method throws `ApiError`: the image refusals of contract §4.1 (with `param` named by the caller's
 * `params`), or `service_unavailable` when inference is away, overloaded, late, or answers a number that is
 * not one.
 */
export interface InferencePort {
  analyzeFace(image: NamedImage): Promise<FaceAnalysis>;
  assessPresentationAttack(frames: readonly NamedImage[]): Promise<FrameAssessment[]>;
  /**
   * `tenant`, here and below: an opaque key of the tenant and mode that ask, for whom inference remembers a
   * minute long what it has read on a picture. Without one it remembers nothing.
   */
  readDocument(image: NamedImage, tenant?: string): Promise<PortraitReading>;
  assessForensics(image: NamedImage, tenant?: string): Promise<Forensics>;
  /** One document's front, or front and back: each is read once and measured on that reading, in order. */
  examineDocument(pictures: readonly NamedImage[], tenant?: string): Promise<Examination[]>;
  /**
   * Tells a gallery what it lacks, then searches it. The answer holds for the position that it names, and no
   * further.
   */
  searchGallery(request: GalleryRequest): Promise<GalleryAnswer>;
  /** The pack in service; memoised for a minute at most. */
  pack(): Promise<Pack>;
}

/** An upload and the name of its form field, which a refusal carries as `param`. */
export interface NamedImage {
  readonly param: string;
  readonly content: Uint8Array;
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
   * Degrees; yaw > 0: turned to the subject's own left; pitch > 0: looking up; roll > 0: clockwise in the
   * picture.
   */
  readonly pose: { readonly yaw: number; readonly pitch: number; readonly roll: number };
  readonly quality: FaceQuality;
  /** 468 in MediaPipe order; empty for a document's portrait. */
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

/** A unit vector; the comparison score of two of the same version is their dot product. */
export interface Template {
  readonly vector: Float32Array;
  readonly version: string;
}

/** The last change that a gallery has followed. */
export interface GalleryPosition {
  readonly seq: number;
  readonly registrationId: string;
}

export interface GalleryChange extends GalleryPosition {
  /**
   * A unit vector as little-endian 32-bit floats; null for a registration that is not, or no longer, in the
   * gallery.
   */
  readonly template: Uint8Array | null;
}

export interface GalleryRequest {
  /** Whose gallery, and of which template version: templates of others are never compared with the probe. */
  readonly gallery: string;
  /** A position that the database does not have: a gallery that stands there is dropped. */
  readonly discard: GalleryPosition | null;
  /**
   * Position that the changes follow, null for the beginning; a gallery that stands elsewhere takes none of
   * them.
   */
  readonly base: GalleryPosition | null;
  /** At most 1,000, by ascending seq. */
  readonly changes: readonly GalleryChange[];
  /** As a template in a change; null while more changes are to come. */
  readonly probe: Uint8Array | null;
  /** 1..100. */
  readonly limit: number;
}

export interface GalleryAnswer {
  readonly position: GalleryPosition | null;
  /** References in the gallery. */
  readonly faces: number;
  /** Another caller is filling the gallery page by page. */
  readonly filling: boolean;
  /** The best, by descending comparison score (-1..1), equal ones by ascending seq. */
  readonly candidates: readonly { readonly registrationId: string; readonly score: number }[];
}

export interface FrameAssessment {
  readonly analysis: FaceAnalysis;
  /** Null: no face, no PAD net in the pack, or outside the net's image range. Never a score. */
  readonly pad: { readonly score: number; readonly model: ModelRef } | null;
}

export const MRZ_FORMATS = ["TD1", "TD2", "TD3", "MRV-A", "MRV-B"] as const;

export interface MrzField {
  readonly name: string;
  readonly value: string;
  readonly confidence: number;
  readonly box: Box | null;
}

/** A character that was taken because the check digits hold with it; places from 0. */
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
  /** In the upload's pixels. */
  readonly box: Box;
  /**
   * On the page as it is read, upright and flat, in the page's own pixels: what is beneath and beside what.
   */
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
  };
  readonly outline: readonly Point[] | null;
  readonly lines: readonly TextLine[];
  readonly mrz: Mrz | null;
  /** Null: no face was found on the document. */
  readonly portrait: { readonly box: Box } | null;
  readonly models: readonly ModelRef[];
}

/** A reading with its portrait's crop and template. */
export interface PortraitReading extends DocumentReading {
  readonly portrait: { readonly box: Box; readonly face: PrincipalFace; readonly jpeg: Uint8Array } | null;
}

export const HASH_BYTES = 128;

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
  /** The portrait's crop and template stay where they were made. */
  readonly reading: DocumentReading;
}

/** What `readDocument` and `assessForensics` answer of one picture, of one reading. */
export interface Examination extends Forensics {
  readonly reading: PortraitReading;
}

export interface Pack {
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
