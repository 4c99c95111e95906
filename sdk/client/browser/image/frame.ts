/** An image that is ready to be sent. */
export interface Prepared {
  readonly blob: Blob;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether its bytes differ from the given ones. */
  readonly changed: boolean;
  /** Why they are: a camera's image has no bytes before, and a file broke a limit. */
  readonly why: "frame" | "type" | "bytes" | "pixels" | undefined;
}

export interface FrameOptions {
  /** Pixels. Default: 2,560. */
  readonly longestSide?: number | undefined;
  /** Of the JPEG, from 0 to 1. Default: 0.92. */
  readonly quality?: number | undefined;
}

/** Sources that a canvas can draw. */
export type FrameSource = HTMLVideoElement | HTMLCanvasElement | ImageBitmap | OffscreenCanvas | VideoFrame;

export class ImageError extends Error {
  override readonly name = "ImageError";
  /** `image_unreadable`: this browser cannot show it. `image_too_large`: no encoding fits the limits. */
  readonly code: "image_unreadable" | "image_too_large";

  constructor(code: ImageError["code"], cause?: unknown) {
    super(code, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** A camera's image as JPEG: as it is seen, not mirrored, encoded once. Throws an `ImageError`. */
export async function prepareFrame(source: FrameSource, options: FrameOptions = {}): Promise<Prepared> {
  const { longestSide = 2_560, quality = 0.92 } = options;
  const { width, height } = sizeOf(source);
  if (width === 0 || height === 0) throw new ImageError("image_unreadable");
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  return { blob: await encode(source, size, quality), ...size, changed: true, why: "frame" };
}

/** Its pixels as they are shown. */
export function sizeOf(source: FrameSource): { readonly width: number; readonly height: number } {
  if ("videoWidth" in source) return { width: source.videoWidth, height: source.videoHeight };
  if ("displayWidth" in source) return { width: source.displayWidth, height: source.displayHeight };
  return source;
}

type FrameContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** An image that was not there is drawn again after a moment, so often. */
const AGAIN = { times: 5, afterMs: 20 } as const;

/**
 * Fills the canvas with an image. WebKit silently draws nothing for some images that have just come from the
 * camera or another thread. Resolves with whether it is drawn; otherwise the canvas stays clear.
 */
export async function drawFrame(context: FrameContext, source: FrameSource): Promise<boolean> {
  const { width, height } = context.canvas;
  const isDrawn = () => {
    context.clearRect(0, 0, width, height);
    context.drawImage(source, 0, 0, width, height);
    return context.getImageData(width >> 1, height >> 1, 1, 1).data[3] !== 0;
  };
  for (let again = 0; !isDrawn(); again++) {
    if (again === AGAIN.times) return false;
    await new Promise((resolve) => setTimeout(resolve, AGAIN.afterMs));
  }
  return true;
}

async function encode(
  source: FrameSource,
  { width, height }: { readonly width: number; readonly height: number },
  quality: number,
): Promise<Blob> {
  const canvas = canvasOf(width, height);
  const context = canvas.getContext("2d") as FrameContext | null;
  if (context === null || !(await drawFrame(context, source))) throw new ImageError("image_unreadable");
  const blob =
    "convertToBlob" in canvas
      ? await canvas.convertToBlob({ type: "image/jpeg", quality })
      : await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  // Phones without memory left give no blob, or a PNG.
  if (blob?.type !== "image/jpeg") throw new ImageError("image_unreadable");
  return blob;
}

function canvasOf(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}
