/** How far a gallery has followed its log of changes: the number of the last one and its registration. */
export interface Position {
  readonly seq: number;
  /** Tells one history from another that has reached the same number. */
  readonly registrationId: string;
}

export function samePosition(one: Position | undefined, other: Position | undefined): boolean {
  return one?.seq === other?.seq && one?.registrationId === other?.registrationId;
}

/** One entry of the log. Without a vector the registration is not, or no longer, in the gallery. */
export interface Change extends Position {
  readonly vector: Float32Array | undefined;
}

/** Changes to follow, then a probe to search for; either may be missing. */
export interface GalleryRequest {
  /** Opaque: names the tenant's faces and their template version. */
  readonly gallery: string;
  /** A position outside the caller's history: a gallery that stands there is dropped first. */
  readonly discard: Position | undefined;
  /**
   * The position before the changes, undefined for the beginning. Only a gallery at this position applies
   * them.
   */
  readonly base: Position | undefined;
  /** In the order of their `seq`. */
  readonly changes: readonly Change[];
  readonly probe: Float32Array | undefined;
  /** Candidates asked for. */
  readonly limit: number;
}

/** Overwrites a request's vectors: nobody knows when their memory is used again. */
export function wipe({ changes, probe }: GalleryRequest): void {
  for (const { vector } of changes) vector?.fill(0);
  probe?.fill(0);
}

/** A reference that a search found. */
export interface Candidate {
  readonly registrationId: string;
  /** Dot product of its vector with the probe's, summed in order in 64-bit floats. */
  readonly score: number;
}

/** Milliseconds for which one page of changes announces the next. */
export const FILLING_MS = 1_000;

export interface GalleryAnswer {
  /** Null where the gallery is not known yet. */
  readonly position: Position | undefined;
  /** References held. */
  readonly faces: number;
  /** Some caller is filling the gallery page by page at the moment. */
  readonly filling: boolean;
  /** Best first. */
  readonly candidates: readonly Candidate[];
}

/** A request that cannot be served: its vectors differ in length from the gallery's, or memory is used up. */
export class GalleryRefusal extends Error {
  override readonly name = "GalleryRefusal";
  readonly kind: "dimensions" | "memory";

  constructor(kind: "dimensions" | "memory", message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * The server that has the galleries cannot be reached, or refuses: it may do better in a moment. The message
 * is for logs: it holds no vector and no registration.
 */
export class GalleryAway extends Error {
  override readonly name = "GalleryAway";
}

/** A deleted registration, and the gallery that may hold it. */
export interface ForgottenFace {
  readonly gallery: string;
  readonly registrationId: string;
}

/** What all galleries of a process hold together. */
export interface Totals {
  readonly galleries: number;
  readonly faces: number;
  readonly bytes: number;
}

/** What happened to galleries on a server of their own; nothing of it names a gallery. */
export type ServerEvent =
  /** So many references so far, as one gallery is told them page by page. */
  | { readonly event: "filling"; readonly faces: number }
  /** The server does not have what a gallery's position says, and is told it again. */
  | { readonly event: "lost"; readonly reason: "collection" | "faces" }
  | { readonly event: "away"; readonly reason: string }
  | { readonly event: "back"; readonly seconds: number };

/** What happened to snapshots; nothing of it names a gallery. */
export type SnapshotEvent =
  | { readonly event: "restored"; readonly faces: number; readonly seconds: number }
  /** A snapshot that cannot be used: torn, tampered with, or of another key or format. */
  | { readonly event: "rejected"; readonly reason: string }
  /** The disk refuses. What is in memory is served all the same. */
  | { readonly event: "failed"; readonly reason: string };
