import { sha256Hex } from "../../../crypto/sha256.ts";
import type { NamedImage } from "../../../inference/port.ts";
import type { Check } from "../../parts/open-check.ts";

/**
 * Names the pictures of one document, a front and perhaps a back, for this verification alone: a digest of
 * their bytes, salted with the verification's id, so that the name tells nothing elsewhere. Evidence counts
 * only for the pictures that it was made on. Where a test reference fixes the outcome every picture stands
 * for the same specimen.
 */
export async function namePictures(
  { fixed }: Pick<Check, "fixed">,
  verificationId: string,
  pictures: readonly NamedImage[],
): Promise<string> {
  if (fixed !== null) return sha256Hex(`${verificationId}\nspecimen`);
  const digests = await Promise.all(pictures.map(({ content }) => sha256Hex(content)));
  return sha256Hex([verificationId, ...digests].join("\n"));
}
