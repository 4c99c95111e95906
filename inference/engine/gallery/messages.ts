import type { GalleryAnswer, GalleryRequest, Totals } from "../../gallery/messages.ts";

/** The gallery thread's data at its start. */
export interface GalleryStart {
  /** Bytes that the galleries may take. */
  readonly maxBytes: number;
}

/** A request, or a registration to forget, which has no answer. */
export type ToGallery = AskGallery | { readonly forget: ForgottenFace };

export interface AskGallery {
  readonly id: number;
  readonly request: GalleryRequest;
}

/** A deleted registration, and the gallery that may hold it. */
export interface ForgottenFace {
  readonly gallery: string;
  readonly registrationId: string;
}

/** The outcome of one request, and the thread's totals after it. */
export interface FromGallery {
  readonly id: number;
  readonly outcome: GalleryAnswer | { readonly refused: "dimensions" | "memory" };
  readonly totals: Totals;
}
