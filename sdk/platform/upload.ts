/** The used members of a `Blob` or a `File` of any runtime. */
export interface BlobLike {
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** An image: a `Blob` or `File`, or its bytes. Streams are not taken, since they cannot be sent again. */
export type Upload = BlobLike | Uint8Array | ArrayBuffer;
