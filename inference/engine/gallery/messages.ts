import type {
  ForgottenFace,
  GalleryAnswer,
  GalleryRequest,
  SnapshotEvent,
  Totals,
} from "../../gallery/messages.ts";

/** Where galleries are kept over a restart, and the secret that seals them. */
export interface SnapshotSettings {
  readonly folder: string;
  readonly key: Uint8Array;
}

/** The gallery thread's data at its start. */
export interface GalleryStart {
  /** Bytes that the galleries may take. */
  readonly maxBytes: number;
  /** Null where they are kept in memory alone. */
  readonly snapshots: SnapshotSettings | null;
}

/** A request; registrations to forget; or the end, before which the snapshots are written. */
export type ToGallery = AskGallery | ForgetFaces | { readonly close: true };

export interface AskGallery {
  readonly id: number;
  readonly request: GalleryRequest;
}

interface ForgetFaces {
  readonly id: number;
  readonly forget: readonly ForgottenFace[];
}

/** An outcome, with the thread's totals after it, or what happened to a snapshot. */
export type FromGallery =
  | {
      readonly id: number;
      readonly outcome: GalleryAnswer | { readonly refused: "dimensions" | "memory" };
      readonly totals: Totals;
    }
  | { readonly id: number; readonly forgotten: boolean }
  | { readonly snapshot: SnapshotEvent; readonly totals: Totals }
  | { readonly closed: true };
