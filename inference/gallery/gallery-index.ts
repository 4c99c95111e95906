/** A registration's reference that is put, or, without a vector, removed. */
export interface Change {
  readonly registrationId: string;
  readonly vector: Float32Array | undefined;
}

/** Changes that follow one another in the caller's log. */
export interface Page {
  /** The mark before them. A gallery at another mark ignores the page. */
  readonly after: string;
  /** The mark after them; empty to drop all that the gallery has. */
  readonly mark: string;
  readonly changes: readonly Change[];
}

/** A page to follow, then a probe to search for; either may be missing. */
export interface GalleryRequest {
  /** Opaque: names the tenant's faces of one mode and one template version. */
  readonly gallery: string;
  readonly page: Page | undefined;
  /** A unit vector. */
  readonly probe: Float32Array | undefined;
  /** Candidates wanted, at least 1. */
  readonly limit: number;
}

/** A reference that a search found. */
export interface Candidate {
  readonly registrationId: string;
  /** Dot product of its vector with the probe's, summed in order in 64-bit floats. */
  readonly score: number;
}

export interface GalleryAnswer {
  /** The candidates take all changes up to this mark into account; empty at the beginning. */
  readonly mark: string;
  /** References that were compared; 0 without a probe. */
  readonly faces: number;
  /** Best first, equal scores by registration id. */
  readonly candidates: readonly Candidate[];
}

/** All galleries of a process together. */
export interface Totals {
  readonly galleries: number;
  readonly faces: number;
  readonly bytes: number;
}

/**
 * Copies of galleries. The database is authoritative: an answer names the mark of the log up to which a copy
 * is filled. The caller sends the next page after it, and ignores candidates that the database no longer has.
 */
export interface GalleryIndex {
  /** Requests that it works on at the same time. */
  readonly atOnce: number;
  /** Whether the copies are beyond this process's memory. */
  readonly isElsewhere: boolean;
  readonly totals: Totals;
  /** Exact. Repeating a request has no further effect. Throws `GalleryRefusal` or `GalleryAway`. */
  answer(request: GalleryRequest): Promise<GalleryAnswer>;
  /** Removes references, whatever the mark. Throws `GalleryAway`. */
  remove(gallery: string, registrationIds: readonly string[]): Promise<void>;
  close(): void;
}

/** A request that cannot be served: its vectors differ in length from the gallery's, or memory is used up. */
export class GalleryRefusal extends Error {
  override readonly name = "GalleryRefusal";
  readonly kind: "dimensions" | "memory";

  constructor(kind: "dimensions" | "memory") {
    super(
      kind === "memory"
        ? "the gallery does not fit into the memory for galleries"
        : "the vectors' length is not the gallery's",
    );
    this.kind = kind;
  }
}

/**
 * The server that has the galleries cannot be reached, or rejects: a later call may succeed. The message is
 * for logs: it holds no vector and no registration.
 */
export class GalleryAway extends Error {
  override readonly name = "GalleryAway";
}

/** An event of a gallery server, without the names of galleries. */
export type ServerEvent =
  /** The server no longer has the collection of a gallery, which is filled again. */
  | { readonly event: "lost" }
  | { readonly event: "away"; readonly reason: string }
  | { readonly event: "back"; readonly seconds: number };

/**
 * The common length of a request's vectors and the gallery's; 0 if there is no vector. Throws
 * `GalleryRefusal` if they differ.
 */
export function dimensionsOf({ page, probe }: GalleryRequest, ofGallery: number): number {
  const vectors = [probe, ...(page?.changes ?? []).map(({ vector }) => vector)];
  const lengths = new Set(vectors.map((vector) => vector?.length ?? 0).concat(ofGallery));
  lengths.delete(0);
  if (lengths.size > 1) throw new GalleryRefusal("dimensions");
  return [...lengths][0] ?? 0;
}
