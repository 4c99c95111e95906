/**
 * Why an upload is not an image that the service accepts. The names are those of `ImageRefusal.Reason` in the
 * proto.
 */
export type ImageRefusal =
  | "empty"
  | "unsupported_type"
  | "unreadable"
  | "too_small"
  | "too_large"
  | "not_processable";

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Thrown by the worker that decodes an upload if it is not an acceptable image, and by the pool if workers
 * crashed on it.
 */
export class ImageRefusedError extends Error {
  override readonly name = "ImageRefusedError";
  readonly reason: ImageRefusal;
  /** Index of the image in its request, from 0. */
  readonly index: number;
  /** The image's size, if that is why it is rejected. */
  readonly size: ImageSize | undefined;

  constructor(
    reason: ImageRefusal,
    { index = 0, size, cause }: { index?: number; size?: ImageSize | undefined; cause?: unknown } = {},
  ) {
    super(`image rejected: ${reason}`, { cause });
    this.reason = reason;
    this.index = index;
    this.size = size;
  }

  /** The same rejection for another image of the request. */
  at(index: number): ImageRefusedError {
    return new ImageRefusedError(this.reason, { index, size: this.size, cause: this.cause });
  }
}

/** A rejection of a file that is not read, and why: for logs and tests, the caller gets the reason alone. */
export const unreadable = (why: string, reason: ImageRefusal = "unreadable"): ImageRefusedError =>
  new ImageRefusedError(reason, { cause: new Error(why) });
