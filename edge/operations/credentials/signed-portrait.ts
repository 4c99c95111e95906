import { ApiError } from "../../core/errors.ts";
import type { PortraitReading } from "../../inference/port.ts";
import type { Check } from "../checks.ts";

/** The first bytes of a JPEG. */
const JPEG = [0xff, 0xd8, 0xff];

/**
 * The face of a signed portrait, for the comparison with the selfie; null without one, if its format is not
 * read, or if it shows no single face: then a person must look.
 */
export async function signedPortrait(
  { services, call }: Check,
  portrait: Uint8Array | undefined,
): Promise<PortraitReading["portrait"]> {
  if (portrait === undefined || !JPEG.every((byte, i) => portrait[i] === byte)) return null;
  try {
    const { inference } = services;
    const image = { param: "response", content: portrait };
    const { principal, width, height } = await inference.analyzeFace(image, call.inferenceUse);
    return principal && { box: [0, 0, width, height], face: principal, jpeg: portrait };
  } catch (error) {
    // What the wallet sent is no usable image. An outage is no statement about it.
    if (error instanceof ApiError && error.code !== "service_unavailable") return null;
    throw error;
  }
}
