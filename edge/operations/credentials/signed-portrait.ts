import { ApiError } from "../../core/errors.ts";
import type { PortraitReading } from "../../inference/port.ts";
import type { Check } from "../checks.ts";

/**
 * The face of a signed portrait, for the comparison with the selfie; null without one, if it cannot be
 * decoded, or if it shows no face: then a person must look.
 */
export async function signedPortrait(
  { services, call }: Check,
  portrait: Uint8Array | undefined,
): Promise<PortraitReading["portrait"]> {
  if (portrait === undefined || portrait.length === 0) return null;
  try {
    const image = { param: "response", content: portrait };
    return await services.inference.readPortrait(image, call.inferenceUse);
  } catch (error) {
    // What the wallet sent is no usable image. An outage is no statement about it.
    if (error instanceof ApiError && error.code !== "service_unavailable") return null;
    throw error;
  }
}
