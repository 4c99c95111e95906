import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Decodable } from "./decode.ts";

/**
 * Decodes a JPEG 2000 codestream to interleaved sRGB of 8 bits. OpenJPEG blocks its thread, so it gets one of
 * its own, whose memory ends with it. Throws an `Error` for an image that cannot be read.
 */
export async function decodeJpeg2000(image: Decodable): Promise<Uint8Array> {
  const thread = new Worker(new URL("./jpeg2000-thread.ts", import.meta.url), { workerData: image });
  try {
    // An error of the thread rejects.
    const [pixels] = (await once(thread, "message")) as [Uint8Array];
    return pixels;
  } finally {
    await thread.terminate();
  }
}
