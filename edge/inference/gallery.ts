export interface GalleryChange {
  readonly registrationId: string;
  /**
   * A unit vector as little-endian 32-bit floats; null for a registration that is not, or no longer, in the
   * gallery.
   */
  readonly template: Uint8Array | null;
}

/** Consecutive changes of the table of registrations. */
export interface GalleryPage {
  /** The gallery's mark before these changes; a gallery at another mark ignores the page. */
  readonly after: string;
  /** The mark after these changes; empty to drop the gallery's content. */
  readonly mark: string;
  /** At most 1,000. */
  readonly changes: readonly GalleryChange[];
}

export interface GalleryRequest {
  /**
   * The gallery's key, and its template version: templates of other galleries or versions are never compared
   * with the probe.
   */
  readonly gallery: string;
  readonly page: GalleryPage | null;
  /** In the format of a change's template; null while more pages are to come. */
  readonly probe: Uint8Array | null;
  /** 1..100. */
  readonly limit: number;
}

/** A deleted reference, by the gallery that may hold it. */
export interface ForgottenFace {
  readonly gallery: string;
  readonly registrationId: string;
}

/** What inference reports about references that it forgot. */
export interface Forgotten {
  /** The references were also on a gallery server, whose files are purged later. */
  readonly onGalleryServer: boolean;
}

export interface GalleryAnswer {
  /** Empty at the beginning. */
  readonly mark: string;
  /** The number of references that were compared. */
  readonly faces: number;
  /** Whether another caller is filling the gallery page by page. */
  readonly filling: boolean;
  /** The best candidates, by descending comparison score (-1..1); equal scores by registration id. */
  readonly candidates: readonly { readonly registrationId: string; readonly score: number }[];
}
