/** Why an upload is not an image that the service accepts; the names are those of `ImageRefusal.Reason` in the proto. */
export type ImageRefusal = "empty" | "unsupported_type" | "unreadable" | "too_small" | "too_large";

/** An upload is not an image that the service accepts. The engine that decodes it and the service both throw this. */
export class ImageRefusedError extends Error {
  override readonly name = "ImageRefusedError";
  readonly reason: ImageRefusal;
  /** Index of the image in its request, from 0. */
  readonly index: number;

  constructor(reason: ImageRefusal, { index = 0, cause }: { index?: number; cause?: unknown } = {}) {
    super(`image refused: ${reason}`, { cause });
    this.reason = reason;
    this.index = index;
  }

  /** The same refusal, told of another image of the request. */
  at(index: number): ImageRefusedError {
    return new ImageRefusedError(this.reason, { index, cause: this.cause });
  }
}
