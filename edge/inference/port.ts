/**
 * What the edge may ask of inference, in its own words. `client.ts` implements it over gRPC-Web; nothing else in `edge`
 * sees a proto message. Units, ranges and coordinates are those of `proto/selfsame/inference/v1`.
 *
 * Every method throws `ApiError`: the image refusals of contract §4 (with `param` named by the caller's `params`), or
 * `service_unavailable` when inference is away, overloaded, late, or answers a number that is not one.
 */
export interface InferencePort {
  analyzeFace(image: NamedImage): Promise<FaceAnalysis>;
  assessPresentationAttack(frames: readonly NamedImage[]): Promise<FrameAssessment[]>;
  readDocument(image: NamedImage): Promise<PortraitReading>;
  assessForensics(image: NamedImage): Promise<Forensics>;
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
  /** Degrees; yaw > 0: turned to the subject's own left; pitch > 0: looking up; roll > 0: clockwise in the picture. */
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

export interface Mrz {
  readonly format: (typeof MRZ_FORMATS)[number];
  readonly lines: readonly string[];
  readonly fields: readonly MrzField[];
  readonly checks: readonly { readonly name: string; readonly valid: boolean; readonly confidence: number }[];
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
  readonly lines: readonly { readonly text: string; readonly confidence: number; readonly box: Box }[];
  readonly mrz: Mrz | null;
  /** Null: no face was found on the document. */
  readonly portrait: { readonly box: Box } | null;
  readonly models: readonly ModelRef[];
}

/** A reading with its portrait's crop and template. */
export interface PortraitReading extends DocumentReading {
  readonly portrait: { readonly box: Box; readonly face: PrincipalFace; readonly jpeg: Uint8Array } | null;
}

export interface Forensics {
  readonly signals: readonly {
    readonly name: string;
    readonly score: number;
    readonly region: Box | null;
    readonly model: ModelRef;
  }[];
  readonly editingSoftware: readonly string[];
  /** 16 hex digits. */
  readonly perceptualHash: string;
  /** The portrait's crop and template stay where they were made. */
  readonly reading: DocumentReading;
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
