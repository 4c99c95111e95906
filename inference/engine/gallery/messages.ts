import type { GalleryAnswer, GalleryRequest, Totals } from "../../gallery/messages.ts";

/** The gallery thread's data at its start. */
export interface GalleryStart {
  /** Bytes that the galleries may take. */
  readonly maxBytes: number;
}

export interface ToGallery {
  readonly id: number;
  readonly request: GalleryRequest;
}

/** The outcome of one request, and the thread's totals after it. */
export interface FromGallery {
  readonly id: number;
  readonly outcome: GalleryAnswer | { readonly refused: "dimensions" | "memory" };
  readonly totals: Totals;
}
