/** A file that the service serves to those who build on it. */
export interface SdkFile {
  /** Media type. */
  readonly type: string;
  /** Digest in base64, as in `integrity="sha384-…"`. */
  readonly sha384: string;
  readonly base64: string;
}

/** By their names, such as `embed.js`. */
export type SdkFiles = Readonly<Record<string, SdkFile>>;
