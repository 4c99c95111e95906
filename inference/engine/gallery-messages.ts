import type { GalleryAnswer, GalleryRequest, Totals } from "../gallery/messages.ts";

/** Handed to the gallery thread at its start. */
export interface GalleryStart {
  readonly maxBytes: number;
}

export interface ToGallery {
  readonly id: number;
  readonly request: GalleryRequest;
}

/** What became of one request, and what the thread holds after it. */
export interface FromGallery {
  readonly id: number;
  readonly outcome: GalleryAnswer | { readonly refused: "dimensions" | "memory" };
  readonly totals: Totals;
}
